// All games of a tournament: searched, filtered, in order. The address holds what was asked for.

import { number, t } from "./language.js";
import { cut, h, plain } from "./dom.js";
import { api, describeProblem, pages, queryOf } from "./api.js";
import { FAULTS } from "./faults.js";
import { gamesTable } from "./games_table.js";
import { subscribe } from "./stream.js";
import { crumbs, gamesStep } from "./crumbs.js";

/// The endings of games, in the order of the list.
const ENDINGS = ["normal", "repetition", "move-limit", ...FAULTS];
const ORDERS = ["newest", "oldest", "longest", "shortest", "upset"];
const FIELDS = /** @type {(keyof GameFilter)[]} */ (["bot", "against", "result", "cause", "fault", "upset", "min_length", "max_length", "order", "page"]);
/// A reader who types waits this long for the answer, in milliseconds.
const TYPING_MS = 350;

/** @returns {GameFilter} */
function filterOfAddress() {
  const query = new URLSearchParams(location.search);
  /** @type {GameFilter} */
  const filter = {};
  for (const name of FIELDS) {
    const value = query.get(name);
    if (value) filter[name] = value;
  }
  return filter;
}

/** @param {Site} _site @param {string} id @returns {Promise<SitePage>} */
export async function gamesPage(_site, id) {
  const base = `tournaments/${encodeURIComponent(id)}/games`;
  let filter = filterOfAddress();
  /** @type {{ total: number, page: number, pages: number, rows: GameLine[], names: string[], summary: TournamentSummary }} */
  let answer = await api(base + queryOf(filter));
  const names = answer.names ?? [];
  const summary = { ...answer.summary };
  /** @type {unknown} */
  let problem = null;
  let loading = new AbortController();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let typing;
  const results = h("div", { class: "results", id: "results" });
  const form = /** @type {HTMLFormElement} */ (h("form", { class: "filters", role: "search", "aria-label": t("filters") }));
  const asked = () => FIELDS.filter((name) => name !== "page" && name !== "order" && filter[name]).length;

  const load = async () => {
    loading.abort();
    loading = new AbortController();
    results.setAttribute("aria-busy", "true");
    try {
      answer = await api(base + queryOf(filter), loading.signal);
      [problem, news] = [null, 0];
    } catch (error) {
      if (error instanceof DOMException) return;
      problem = error;
    }
    results.removeAttribute("aria-busy");
    drawResults();
  };
  /// Asks for something else; a step that the reader can take back.
  const search = (/** @type {GameFilter} */ next, isTyping = false) => {
    filter = next;
    const address = pages.games(id, filter);
    if (address === location.pathname + location.search) return;
    if (isTyping) history.replaceState(null, "", address);
    else history.pushState(null, "", address);
    load();
  };
  const change = (/** @type {keyof GameFilter} */ name, /** @type {string} */ value, isTyping = false) => {
    const { [name]: _, page: __, ...rest } = filter;
    /** @type {GameFilter} */
    const next = value === "" || (name === "order" && value === "newest") ? rest : { ...rest, [name]: value };
    // Won and lost are said of a bot.
    if (!next.bot && ["win", "loss"].includes(next.result ?? "")) delete next.result;
    if (!next.bot) delete next.against;
    search(next, isTyping);
    // What is being typed stays as it is.
    if (!isTyping) drawForm();
  };
  addEventListener("popstate", () => {
    filter = filterOfAddress();
    drawForm();
    load();
  });

  const drawForm = () => {
    const focused = document.activeElement instanceof HTMLElement && form.contains(document.activeElement) ? document.activeElement.id : "";
    form.replaceChildren(...fields(filter, names, change));
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  };
  /// Games that have ended since the list was loaded.
  let news = 0;
  const drawNews = () => {
    const button = results.querySelector(".news");
    if (!(button instanceof HTMLElement)) return;
    button.hidden = news === 0;
    button.textContent = t("games_new", number(news));
  };
  subscribe("t:" + id, {
    standings: ({ summary: now }) => {
      Object.assign(summary, now);
      news = Math.max(0, now.games - answer.summary.games);
      drawNews();
    },
  });

  const drawResults = () => {
    const isEmpty = answer.rows.length === 0;
    const clear = () => {
      search({});
      drawForm();
    };
    const isFiltered = asked() > 0;
    const counted = h(
      "div",
      { class: "counted" },
      h("p", { role: "status" }, t(isFiltered ? "games_found" : "games_all", number(answer.total))),
      isFiltered && h("button", { type: "button", onclick: clear }, t("clear_filters")),
      h("button", { type: "button", class: "news", hidden: true, onclick: load }, ""),
    );
    const content = problem
      ? [h("p", { class: "problem" }, describeProblem(problem)), h("p", {}, h("button", { type: "button", onclick: load }, t("load_again")))]
      : isEmpty
        ? [
            h(
              "div",
              { class: "empty box" },
              h("p", {}, t(isFiltered ? "games_none" : answer.total > 0 ? "games_past_end" : summary.state === "waiting" ? "games_waiting" : "no_games")),
              isFiltered && h("button", { type: "button", class: "primary", onclick: clear }, t("clear_filters")),
              !isFiltered && answer.total > 0 && h("a", { class: "button", href: pages.games(id) }, t("page_first")),
            ),
          ]
        : [gamesTable(id, answer.rows, summary), pager(answer, (page) => turn(page))];
    results.replaceChildren(counted, ...content.filter((it) => it !== null));
    drawNews();
  };
  const turn = (/** @type {number} */ page) => {
    const { page: _, ...rest } = filter;
    search(page <= 1 ? rest : { ...rest, page: String(page) });
    form.scrollIntoView({ block: "start" });
  };
  /// A number or a length that is typed counts when the reader pauses.
  form.addEventListener("input", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.type !== "number" || target.name === "number") return;
    clearTimeout(typing);
    const name = /** @type {keyof GameFilter} */ (target.name);
    typing = setTimeout(() => target.validity.valid && change(name, target.value, true), TYPING_MS);
  });
  form.addEventListener("submit", (event) => event.preventDefault());

  return {
    title: () => `${t("games")} · ${plain(summary.title)}`,
    name: "games-page",
    game: summary.game,
    tournament: id,
    draw: () => {
      form.setAttribute("aria-label", t("filters"));
      drawForm();
      drawResults();
      return [crumbs(summary, [gamesStep(summary, true)]), h("h1", { class: "hidden" }, `${t("games")} · ${cut(summary.title, 120)}`), goTo(id), form, results];
    },
    key: (event) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.matches("input, select, textarea")) return;
      event.preventDefault();
      document.getElementById("filter-bot")?.focus();
    },
  };
}

/// A field that leads to the game of a number.
/** @param {string} id */
function goTo(id) {
  const input = /** @type {HTMLInputElement} */ (
    h("input", { type: "number", min: 1, step: 1, name: "number", inputmode: "numeric", required: true, "aria-label": t("game_number"), placeholder: t("number") })
  );
  const go = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (input.validity.valid) location.assign(pages.game(id, Number(input.value)));
  };
  return h("form", { class: "go-to", onsubmit: go }, h("label", {}, h("span", {}, t("to_game")), input), h("button", { type: "submit" }, t("go")));
}

/** @param {GameFilter} filter @param {string[]} names @param {(name: keyof GameFilter, value: string, isTyping?: boolean) => void} change */
function fields(filter, names, change) {
  const choice = (/** @type {keyof GameFilter} */ name, /** @type {string} */ label, /** @type {[string, string][]} */ options, isOff = false) => {
    const select = /** @type {HTMLSelectElement} */ (
      h(
        "select",
        { id: "filter-" + name, name, disabled: isOff, onchange: () => change(name, select.value) },
        options.map(([value, word]) => h("option", { value, selected: value === (filter[name] ?? options[0]?.[0]) }, word)),
      )
    );
    return h("label", { class: filter[name] ? "set" : null }, h("span", {}, label), select);
  };
  const length = (/** @type {"min_length" | "max_length"} */ name) =>
    h("input", {
      type: "number",
      min: 0,
      step: 1,
      id: "filter-" + name,
      name,
      value: filter[name] ?? null,
      "aria-label": t(name),
      placeholder: t(name + "_short"),
    });
  const bots = /** @type {[string, string][]} */ (names.map((name) => [name, cut(name, 40)]));
  const results = /** @type {[string, string][]} */ (
    filter.bot
      ? [["", t("any_result")], ["win", t("won")], ["draw", t("drawn")], ["loss", t("lost")]]
      : [["", t("any_result")], ["decisive", t("decided")], ["draw", t("drawn")]]
  );
  const upset = /** @type {HTMLInputElement} */ (
    h("input", { type: "checkbox", id: "filter-upset", name: "upset", checked: Boolean(filter.upset), onchange: () => change("upset", upset.checked ? "1" : "") })
  );
  const lengths = Boolean(filter.min_length || filter.max_length);
  return [
    choice("bot", t("bot"), [["", t("any_bot")], ...bots]),
    choice("against", t("against"), [["", t("any_bot")], ...bots.filter(([name]) => name !== filter.bot)], !filter.bot),
    choice("result", t("result"), results),
    choice("cause", t("ending"), [["", t("any_end")], ...ENDINGS.map((it) => /** @type {[string, string]} */ ([it, t(it)]))]),
    choice("fault", t("faults"), [["", t("any_game")], ["any", t("with_fault")], ...FAULTS.map((it) => /** @type {[string, string]} */ ([it, t(it)]))]),
    h("div", { class: lengths ? "lengths set" : "lengths", role: "group", "aria-label": t("games_length") }, h("span", {}, t("games_length")), h("div", {}, length("min_length"), h("span", { "aria-hidden": "true" }, "–"), length("max_length"))),
    choice("order", t("order"), ORDERS.map((it) => /** @type {[string, string]} */ ([it, t("order_" + it)]))),
    h("label", { class: "check" + (filter.upset ? " set" : "") }, upset, h("span", {}, t("only_upsets"))),
  ];
}

/** @param {{ page: number, pages: number }} answer @param {(page: number) => void} turn */
function pager({ page, pages: all }, turn) {
  if (all <= 1) return null;
  const button = (/** @type {string} */ word, /** @type {number} */ to, /** @type {boolean} */ isOff) =>
    h("button", { type: "button", disabled: isOff, onclick: () => turn(to) }, t(word));
  return h(
    "nav",
    { class: "pager", "aria-label": t("pages") },
    button("page_first", 1, page <= 1),
    button("page_before", page - 1, page <= 1),
    h("span", {}, t("page_n", number(page), number(all))),
    button("page_next", page + 1, page >= all),
    button("page_last", all, page >= all),
  );
}
