// A new tournament: a form beside the file that it writes. Either can be changed; the other follows.

import { addWords, t } from "./language.js";
import { cut, h, plain } from "./dom.js";
import { ApiProblem, api, describeProblem, order, pages } from "./api.js";
import { GAME_NAMES, formSections } from "./create_form.js";
import { TomlFile } from "./toml.js";
import { CREATE_WORDS } from "./create_words.js";

addWords(CREATE_WORDS);

/// A file is checked when nothing has changed for this long, in milliseconds.
const CHECK_MS = 450;
/// Settings that must not be the same in a copy: files of results, and the seed.
const OWN_SETTINGS = ["store", "report", "csv", "json", "seed"];

/// What a new file says.
/** @param {string} game */
const newFile = (game) =>
  new TomlFile(
    [
      `title = ${JSON.stringify(t("new_title"))}`,
      `game = "${game}"`,
      'format = "round-robin"',
      "pairs = 10",
      "",
      "[[players]]",
      'bot = "random"',
      "",
      "[[players]]",
      `bot = "${{ virus: "greedy", conga: "agent", plantation: "gardener" }[game] ?? "random"}"`,
      "",
    ].join("\n"),
  );

/// A name for a file: small letters, digits and hyphens.
/** @param {string} title */
export const fileNameOf = (title) =>
  title
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 40) || "tournament";

/** @param {Site} site @param {string} [source] @returns {Promise<SitePage>} */
export async function createPage(site, source) {
  await site.known;
  if (site.session.role !== "organiser")
    throw new ApiProblem(403, { code: "not-organiser", values: {}, message: "only the organiser can do this" });
  const original = source === undefined ? null : await api("tournaments/" + encodeURIComponent(source));
  if (original && original.text === null)
    throw new ApiProblem(404, { code: "no-file", values: {}, message: "this tournament has no file" });
  let file = newFile("virus");
  if (original) {
    file = new TomlFile(original.text);
    for (const key of OWN_SETTINGS) file.set("", key, undefined);
  }
  /** @type {Map<string, GameInfo | null>} */
  const games = new Map();
  /** @type {Map<string, Promise<unknown>>} */
  const asked = new Map();
  /// What the API says of a game, once. A name that somebody is still typing is none.
  const infoOf = async (/** @type {string} */ name) => {
    if (!GAME_NAMES.includes(name)) return;
    const load = async () => void games.set(name, await api("games/" + encodeURIComponent(name)).catch(() => null));
    if (!asked.has(name)) asked.set(name, load());
    await asked.get(name);
  };
  const gameOf = () => String(file.get("", "game") ?? "virus");
  await infoOf(gameOf());
  const state = { name: "", isNamed: false, problem: /** @type {{ message: string, line: number | null } | null} */ (null), isChecked: false };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let turn = 0;

  const form = h("form", { class: "create-form", onsubmit: (/** @type {Event} */ event) => event.preventDefault() });
  const editor = /** @type {HTMLTextAreaElement} */ (
    h("textarea", { class: "toml", id: "toml", spellcheck: "false", autocapitalize: "off", autocomplete: "off", wrap: "off" })
  );
  const gutter = h("pre", { class: "gutter", "aria-hidden": "true" });
  const verdict = h("div", { class: "check-result", role: "status" });
  const nameField = /** @type {HTMLInputElement} */ (
    h("input", { type: "text", id: "file-name", maxlength: 40, pattern: "[A-Za-z0-9][A-Za-z0-9_ \\-]*", required: true, spellcheck: "false" })
  );
  const failure = h("p", { class: "problem", role: "alert", hidden: true });

  const check = async () => {
    const own = ++turn;
    try {
      const answer = await order("tournaments/check", { text: file.text });
      if (own !== turn) return;
      const [first] = answer.problems ?? [];
      state.problem = answer.problem ? { message: answer.problem, line: answer.line ?? null } : (first ?? null);
      state.isChecked = true;
    } catch (problem) {
      if (own !== turn) return;
      state.problem = { message: /** @type {any} */ (problem).message, line: null };
    }
    drawVerdict();
  };
  const checkSoon = () => {
    turn++;
    state.isChecked = false;
    clearTimeout(timer);
    timer = setTimeout(check, CHECK_MS);
    drawVerdict();
  };
  /// Something was changed in the form.
  const changed = () => {
    editor.value = file.text;
    drawName();
    followSoon();
    drawGutter();
    checkSoon();
  };
  /// A field changes when another one is pressed, or gets the focus. Both must still be there
  /// when that is done: so the form follows later, and keeps what can stay.
  const followSoon = () => {
    hold.isBehind = true;
    setTimeout(() => hold.isBehind && !hold.isPressed && follow());
  };
  const follow = () => {
    hold.isBehind = false;
    const fresh = h("form", {}, sections());
    if (shapeOf(fresh) === shapeOf(form)) copyValues(fresh, form);
    else drawForm();
    drawVerdict();
  };
  const hold = { isPressed: false, isBehind: false };
  form.addEventListener("pointerdown", () => (hold.isPressed = true));
  for (const end of ["pointerup", "pointercancel"])
    addEventListener(end, () => {
      hold.isPressed = false;
      // After the click.
      if (hold.isBehind) followSoon();
    });
  form.addEventListener("change", () => drawVerdict());
  const sections = () => {
    const set = async (/** @type {string} */ game) => {
      await infoOf(game);
      adapt(file, game, games.get(game));
      changed();
    };
    return formSections(file, games.get(gameOf()) ?? null, changed, set);
  };
  const drawForm = () => {
    const focused = form.contains(document.activeElement) ? (document.activeElement?.id ?? "") : "";
    const open = [...form.querySelectorAll("details")].map((it) => it.open);
    form.replaceChildren(...sections().filter((it) => it instanceof Node));
    form.querySelectorAll("details").forEach((it, at) => (it.open = open[at] ?? it.open));
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  };
  const drawName = () => {
    const wanted = fileNameOf(String(file.get("", "title") ?? ""));
    // The original has its name already.
    if (!state.isNamed) state.name = wanted === source ? wanted.slice(0, 38) + "-2" : wanted;
    nameField.value = state.name;
  };
  const drawGutter = () => {
    const bad = state.problem?.line ?? null;
    gutter.replaceChildren(
      ...file.lines.map((_, at) => h("span", { class: at + 1 === bad ? "bad" : null }, `${at + 1}\n`)),
    );
    gutter.scrollTop = editor.scrollTop;
  };
  const goToLine = (/** @type {number} */ line) => {
    const before = file.lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    editor.focus();
    editor.setSelectionRange(before, before + (file.lines[line - 1]?.length ?? 0));
    const high = editor.scrollHeight / Math.max(1, file.lines.length);
    editor.scrollTop = (line - 4) * high;
  };
  const drawVerdict = () => {
    const { isChecked } = state;
    const problem = mistakeIn(form) ?? state.problem;
    verdict.classList.toggle("bad", problem !== null);
    verdict.classList.toggle("good", problem === null && isChecked);
    const line = problem?.line ?? null;
    verdict.replaceChildren(
      ...(problem
        ? [
            line !== null && h("button", { type: "button", onclick: () => goToLine(line) }, t("line_n", String(line))),
            // The button has the line already.
            h("span", { lang: problem === state.problem ? "en" : null }, plain(line === null ? problem.message : problem.message.replace(/^line \d+(?:, column \d+)?: /, ""))),
          ].filter((it) => it !== false)
        : [h("span", {}, t(isChecked ? "check_good" : "checking"))]),
    );
    drawGutter();
  };
  editor.addEventListener("input", () => {
    file = new TomlFile(editor.value);
    infoOf(gameOf()).then(drawForm);
    drawName();
    drawGutter();
    checkSoon();
  });
  editor.addEventListener("scroll", () => (gutter.scrollTop = editor.scrollTop));
  nameField.addEventListener("input", () => {
    state.name = nameField.value;
    state.isNamed = true;
  });
  const create = async (/** @type {HTMLButtonElement} */ button) => {
    failure.hidden = true;
    if (!form.reportValidity() || !nameField.reportValidity()) return;
    button.disabled = true;
    try {
      const { id } = await order("tournaments", { text: file.text, name: state.name });
      location.assign(pages.tournament(id));
    } catch (problem) {
      failure.replaceChildren(...describeProblem(problem).filter((it) => it !== null));
      failure.hidden = false;
      button.disabled = false;
    }
  };

  return {
    title: () => (original ? t("copy_title", plain(original.summary.title)) : t("nav_new")),
    name: "create-page",
    game: gameOf(),
    draw: () => {
      editor.value = file.text;
      editor.setAttribute("aria-label", t("the_file"));
      drawName();
      drawForm();
      drawVerdict();
      const button = /** @type {HTMLButtonElement} */ (h("button", { type: "button", class: "primary", onclick: () => create(button) }, t("create")));
      return [
        h("header", { class: "page-head" }, h("h1", {}, original ? t("copy_title", cut(original.summary.title, 80)) : t("nav_new")), h("p", { class: "faint" }, t(original ? "copy_about" : "new_about"))),
        h(
          "div",
          { class: "create" },
          form,
          h(
            "div",
            { class: "file-side" },
            h("h2", {}, t("the_file")),
            h("div", { class: "editor" }, gutter, editor),
            verdict,
            h(
              "div",
              { class: "create-bar" },
              h("label", {}, h("span", {}, t("file_name")), h("span", { class: "with-end" }, nameField, h("span", { class: "faint" }, ".toml"))),
              button,
            ),
            failure,
          ),
        ),
      ];
    },
    placed: checkSoon,
  };
}

/// Another game has other rules and other built-in players.
/** @param {TomlFile} file @param {string} game @param {GameInfo | null | undefined} info */
function adapt(file, game, info) {
  file.set("", "game", game);
  file.set("", "clock", undefined);
  for (const { key } of [...(file.table("rules")?.assignments ?? [])])
    if (!info?.options.some((it) => it.key === key)) file.set("rules", key, undefined);
  const isKnown = (/** @type {string} */ bot) => /[/.\s]/.test(bot) || info?.players.some((it) => it.name === bot.split(":")[0]);
  file.players().forEach(({ bot }, at) => {
    if (!isKnown(bot)) file.setPlayer(at, "bot", "random");
  });
}

/// What a form is made of, without its values.
/** @param {Element} form */
function shapeOf(form) {
  const parts = [...form.querySelectorAll("*")].map((it) => {
    const { id, type, disabled, placeholder, min, max } = /** @type {HTMLInputElement} */ (it);
    const text = it.childElementCount === 0 ? it.textContent : "";
    return [it.localName, it.className, id, type, disabled, placeholder, min, max, text].join(" ");
  });
  return parts.join("\n");
}

/// Copies values to a form of the same shape, but not over what somebody types, or has to mend.
/** @param {Element} from @param {Element} to */
function copyValues(from, to) {
  const fieldsOf = (/** @type {Element} */ form) =>
    /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("input, select, textarea"));
  const fresh = fieldsOf(from);
  fieldsOf(to).forEach((field, at) => {
    const { value, checked } = fresh[at] ?? field;
    if (field === document.activeElement || !field.validity.valid) return;
    if (["checkbox", "radio"].includes(field.type)) field.checked = checked;
    else if (field.value !== value) field.value = value;
  });
}

/// A field with a value that cannot be written to the file; the browser says what is wrong.
/** @param {Element} form @returns {{ message: string, line: null } | null} */
function mistakeIn(form) {
  const field = /** @type {HTMLInputElement | null} */ (form.querySelector("input:invalid"));
  const label = field?.labels?.[0]?.querySelector("span")?.textContent ?? "";
  return field && { message: `${label}: ${field.validationMessage}`, line: null };
}
