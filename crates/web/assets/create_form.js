// The form of a new tournament. It reads its values from the file and writes them there.

import { number, t } from "./language.js";
import { h, iconButton, plain } from "./dom.js";
import { clockFields } from "./clock_fields.js";

export const GAME_NAMES = ["virus", "conga", "plantation"];
const FORMATS = ["round-robin", "gauntlet", "swiss", "knockout", "ladder"];
const RANKINGS = ["beaten", "points", "elo"];
const LEVELS = ["standard", "strong", "server"];

/** @typedef {import("./toml.js").TomlFile} File */

/// The fields of each format, besides the pairs of a meeting.
/** @type {Record<string, [key: string, kind: "number" | "check"][]>} */
const FORMAT_FIELDS = {
  gauntlet: [["challengers", "number"]],
  swiss: [["rounds", "number"]],
  knockout: [["third_place", "check"], ["further_pairs", "number"]],
  ladder: [["newcomer_pairs", "number"]],
};

/// The form for a file. `info` is what the API says of its game; `changed` is called after each change.
/** @param {File} file @param {GameInfo | null} info @param {() => void} changed @param {(game: string) => void} setGame */
export function formSections(file, info, changed, setGame) {
  const at = (/** @type {string} */ key) => file.get("", key);
  const write = (/** @type {string} */ table, /** @type {string} */ key, /** @type {import("./toml.js").TomlValue | undefined} */ value) => {
    file.set(table, key, value);
    changed();
  };
  const format = String(at("format") ?? "round-robin");
  return [
    section("what", t("create_what"), [
      h(
        "div",
        { class: "field-row" },
        text("title", t("field_title"), String(at("title") ?? ""), (value) => write("", "title", value === "" ? undefined : value), { maxlength: 120 }, "twice"),
        select("game", t("field_game"), GAME_NAMES.map((name) => [name, name]), String(at("game") ?? "virus"), setGame),
      ),
    ]),
    section("format", t("format"), [
      choices("format", t("format"), FORMATS.map((name) => [name, t("format_" + name), t("about_" + name)]), format, (value) => write("", "format", value)),
      h(
        "div",
        { class: "field-row" },
        count("pairs", t(format === "knockout" ? "field_pairs_match" : "field_pairs"), at("pairs"), "10", (value) => write("", "pairs", value), t("help_pairs")),
        (FORMAT_FIELDS[format] ?? []).map(([key, kind]) =>
          kind === "check"
            ? check(key, t("field_" + key), at(key) !== false, (value) => write("", key, value))
            : count(key, t("field_" + key), at(key), "", (value) => write("", key, value), t("help_" + key)),
        ),
        format !== "knockout" &&
          select("rank_by", t("ranked_by"), [["", t("usual")], ...RANKINGS.map((it) => /** @type {[string, string]} */ ([it, t("by_" + it)]))], String(at("rank_by") ?? ""), (value) => write("", "rank_by", value || undefined)),
      ),
    ]),
    section("players", t("players"), playersFields(file, info, changed)),
    section("time", t("clock"), clockFields(at("clock") === undefined ? undefined : String(at("clock")), info?.clock ?? "none", (clock) => write("", "clock", clock))),
    info && section("rules", t("rules"), rulesFields(file, info, write), true),
    section(
      "machine",
      t("create_machine"),
      h(
        "div",
        { class: "field-row" },
        count("concurrency", t("field_concurrency"), at("concurrency"), "", (value) => write("", "concurrency", value), t("help_concurrency")),
        select("level", t("sandbox"), [["", t("strongest")], ...LEVELS.map((it) => /** @type {[string, string]} */ ([it, t(it)]))], String(file.get("sandbox", "level") ?? ""), (value) => write("sandbox", "level", value || undefined), t("help_level")),
        check("pinning", t("field_pinning"), at("pinning") !== false, (value) => write("", "pinning", value ? undefined : false), t("help_pinning")),
      ),
      true,
    ),
  ].filter((it) => it instanceof Node);
}

/** @param {string} id @param {string} title @param {Child} content */
function section(id, title, content, isFolded = false) {
  if (isFolded) return h("details", { class: "form-part" }, h("summary", {}, h("h2", {}, title)), content);
  return h("section", { class: "form-part", "aria-labelledby": "part-" + id }, h("h2", { id: "part-" + id }, title), content);
}

/** @param {string} id @param {string} label @param {Element} input */
const field = (id, label, input, help = "", kind = "") =>
  h(
    "label",
    { class: "form-field " + kind, for: "field-" + id },
    h("span", {}, label),
    input,
    help && h("span", { class: "help" }, help),
  );

/** @param {string} id @param {string} label @param {string} value @param {(value: string) => void} change @param {object} [more] */
function text(id, label, value, change, more = {}, kind = "") {
  const input = /** @type {HTMLInputElement} */ (h("input", { type: "text", id: "field-" + id, value, ...more, onchange: () => change(input.value.trim()) }));
  return field(id, label, input, "", kind);
}

/** @param {string} id @param {string} label @param {unknown} value @param {string} usual @param {(value: number | undefined) => void} change @param {string} [help] */
function count(id, label, value, usual, change, help, { min = 1, max = 1_000_000 } = {}) {
  const set = () => {
    if (input.validity.valid) change(input.value === "" ? undefined : Number(input.value));
  };
  const input = /** @type {HTMLInputElement} */ (
    h("input", { type: "number", id: "field-" + id, min, max, step: 1, value: value === undefined ? "" : String(value), placeholder: usual, onchange: set })
  );
  return field(id, label, input, help);
}

/** @param {string} id @param {string} label @param {string[][]} options @param {string} value @param {(value: string) => void} change @param {string} [help] */
function select(id, label, options, value, change, help) {
  const input = /** @type {HTMLSelectElement} */ (
    h("select", { id: "field-" + id, onchange: () => change(input.value) }, options.map(([key, word]) => h("option", { value: key, selected: key === value }, word)))
  );
  return field(id, label, input, help);
}

/** @param {string} id @param {string} label @param {boolean} value @param {(value: boolean) => void} change @param {string} [help] */
function check(id, label, value, change, help) {
  const input = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", id: "field-" + id, checked: value, onchange: () => change(input.checked) }));
  return h("label", { class: "check form-field" }, h("span", { class: "line" }, input, h("span", {}, label)), help && h("span", { class: "help" }, help));
}

/// One of several, each with an explanation.
/** @param {string} id @param {string} label @param {string[][]} options @param {string} value @param {(value: string) => void} change */
const choices = (id, label, options, value, change) =>
  h(
    "div",
    { class: "choices", role: "radiogroup", "aria-label": label },
    options.map(([key = "", word, about]) =>
      h(
        "label",
        { class: "choice" },
        h("input", { type: "radio", name: id, id: `field-${id}-${key}`, value: key, checked: key === value, onchange: () => change(key) }),
        h("span", {}, h("b", {}, word), h("span", { class: "help" }, about)),
      ),
    ),
  );

/// How a built-in player plays; in English where nobody has translated it.
/** @param {string} game @param {{ name: string, about: string }} player */
function aboutBuiltIn(game, { name, about }) {
  const key = `built_in_${game}_${name}`;
  const words = t(key);
  return words === key ? plain(about) : words;
}

/// The players: built-in ones with their options, programs by their paths.
/** @param {File} file @param {GameInfo | null} info @param {() => void} changed */
function playersFields(file, info, changed) {
  const known = (info?.players ?? []).filter((it) => !it.sees_all);
  const all = file.players();
  /// Two of the same name cannot play.
  const unused = () => {
    const names = file.players().map(({ bot, name }) => name || bot.split(":")[0]);
    return (known.find((it) => !names.includes(it.name)) ?? known[0])?.name ?? "random";
  };
  const rows = all.map(({ bot, name }, at) => {
    const [base = "", options = ""] = bot.split(/:(.*)/s);
    const builtIn = known.find((it) => it.name === base);
    const set = (/** @type {string} */ key, /** @type {string} */ value) => {
      file.setPlayer(at, key, value);
      changed();
    };
    const kind = /** @type {HTMLSelectElement} */ (
      h(
        "select",
        { id: `player-${at}-kind`, "aria-label": t("player_kind", number(at + 1)), onchange: () => set("bot", kind.value === "" ? "bots/bot.py" : kind.value) },
        known.map((it) => h("option", { value: it.name, selected: it === builtIn, translate: "no" }, it.name)),
        h("option", { value: "", selected: !builtIn }, t("player_program")),
      )
    );
    const what = /** @type {HTMLInputElement} */ (
      h("input", {
        type: "text",
        id: `player-${at}-what`,
        spellcheck: "false",
        value: builtIn ? options : bot,
        placeholder: builtIn ? builtIn.options.map((it) => `${it.key}=${it.default}`).join(",") : "bots/anna/bot.py",
        disabled: builtIn !== undefined && builtIn.options.length === 0,
        "aria-label": t(builtIn ? "player_options" : "player_path", number(at + 1)),
        title: builtIn ? builtIn.options.map((it) => `${it.key}: ${plain(it.help)}`).join("\n") : t("player_path", number(at + 1)),
        onchange: () => set("bot", builtIn ? builtIn.name + (what.value.trim() && ":" + what.value.trim()) : what.value.trim()),
      })
    );
    const label = /** @type {HTMLInputElement} */ (
      h("input", { type: "text", id: `player-${at}-name`, value: name, maxlength: 40, translate: builtIn ? "no" : null, placeholder: builtIn ? builtIn.name : t("player_name_usual"), "aria-label": t("player_name", number(at + 1)), onchange: () => set("name", label.value.trim()) })
    );
    const up = iconButton("up", t("player_up", number(at + 1)), () => (file.raisePlayer(at), changed()));
    up.id = `player-${at}-up`;
    up.toggleAttribute("disabled", at === 0);
    const remove = iconButton("remove", t("player_remove", number(at + 1)), () => (file.removePlayer(at), changed()));
    remove.id = `player-${at}-remove`;
    return h("li", { title: builtIn ? aboutBuiltIn(info?.name ?? "", builtIn) : null }, h("span", { class: "place" }, number(at + 1)), kind, what, label, up, remove);
  });
  return [
    h("p", { class: "help" }, t("players_help")),
    rows.length > 0 &&
      h("div", { class: "player-heads faint", "aria-hidden": "true" }, h("span", {}), h("span", {}, t("player_head_kind")), h("span", {}, t("player_head_what")), h("span", {}, t("player_head_name"))),
    h("ol", { class: "player-rows" }, rows),
    h(
      "div",
      { class: "buttons" },
      h("button", { type: "button", id: "add-builtin", onclick: () => (file.addPlayer(unused()), changed()) }, t("add_builtin")),
      h("button", { type: "button", id: "add-program", onclick: () => (file.addPlayer("bots/bot.py"), changed()) }, t("add_program")),
    ),
  ];
}

/** @param {File} file @param {GameInfo} info @param {(table: string, key: string, value: import("./toml.js").TomlValue | undefined) => void} write */
function rulesFields(file, info, write) {
  const one = (/** @type {OptionInfo} */ option) => {
    const { key, min, max, choices: words } = option;
    const now = file.get("rules", key);
    const known = t("option_" + key);
    const isKnown = known !== "option_" + key;
    const help = isKnown ? known : plain(option.help);
    const set = (/** @type {import("./toml.js").TomlValue | undefined} */ value) => write("rules", key, value === undefined || String(value) === option.default ? undefined : value);
    if (words.length === 0) {
      const range = min === null || max === null ? "" : ` (${t("range", number(min), number(max))})`;
      return count("rule-" + key, key, now, option.default, set, help + range, { min: min ?? 0, max: max ?? undefined });
    }
    return select("rule-" + key, key, words.map((it) => [it, it]), String(now ?? option.default), (value) => set(value), help);
  };
  return h("div", { class: "field-row rules-fields" }, info.options.map(one));
}
