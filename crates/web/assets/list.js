// The list of games, with filters, and the viewer above it.

import { dateTime, number, t } from "./language.js";
import { cut, h, iconButton, nameOf, plain, present, quoted, seatMark } from "./dom.js";
import { describeClock, roundOfGame } from "./describe.js";
import { FAULTS } from "./faults.js";
import { GridGame } from "./game.js";

/// Rows shown at first, and rows added by `Show more`.
const FIRST_ROWS = 50;
const MORE_ROWS = 200;

/// What the filters ask for; an empty text asks for nothing. Bots are places among the names.
const NO_FILTER = { bot: "", other: "", result: "", end: "", why: "" };

export class GameList {
  /**
   * `names` are the players by place, `games` the rows of a report, `kept` the numbers of the games
   * that can be opened, `damaged` of those whose record cannot be read. `total` is the number of games
   * in the tournament, `highest` the highest number of one if it is known, `store` its file; `rounds`
   * and `isCup` name the rounds. `playback` gives what a game's viewer shows.
   * @param {{
   *   playback: (number: number) => Playback | undefined, names: string[], games: GameRow[], kept: number[],
   *   damaged?: number[], total?: number, highest?: number | null, store?: string, rounds?: Round[],
   *   isCup?: boolean,
   * }} options
   */
  constructor({ playback, names, games, kept, damaged, total, highest, store, rounds, isCup }) {
    this.playback = playback;
    this.names = names;
    this.games = games;
    this.kept = new Set(kept);
    this.damaged = new Set(damaged);
    this.total = total ?? games.length;
    this.highest = highest ?? null;
    this.store = store ?? "FILE";
    this.rounds = rounds ?? [];
    this.isCup = isCup ?? false;
    this.filter = { ...NO_FILTER };
    /** @type {string | null} */
    this.asked = null;
    this.limit = FIRST_ROWS;
    /** @type {GridGame | null} */
    this.viewer = null;
    /** @type {number | null} */
    this.number = null;
    this.stage = h("div", { class: "viewer" });
    this.table = h("div", { class: "box" });
    this.count = h("p", { class: "faint", role: "status" });
    this.filters = h("form", { class: "filters", onsubmit: (event) => event.preventDefault() });
  }

  /// The section; it is built again for each language.
  section() {
    this.stage.replaceChildren();
    this.fillFilters();
    this.fill();
    if (this.number !== null) this.open(this.number);
    else if (this.asked !== null) this.explainMissing(this.asked);
    const { length } = this.games;
    const part =
      this.total > length &&
      h(
        "p",
        { class: "faint part" },
        t("games_included", number(length), number(this.total)),
        " ",
        h("code", {}, "--report-games all"),
        " ",
        t("includes_all"),
      );
    const below =
      this.total === 0
        ? h("p", { class: "faint" }, t("no_games"))
        : [part, ...(length > 0 ? [this.filters, this.count, this.table] : [])];
    // A single game needs no list.
    const isAlone = length === 1 && this.kept.size === 1;
    return h("section", { id: "games" }, isAlone ? this.stage : [h("h2", {}, t("games")), this.stage, below]);
  }

  fillFilters() {
    /** @typedef {[value: string, words: string]} Option */
    const bots = this.names.map((name, at) => /** @type {Option} */ ([String(at), cut(name, 40)]));
    const causes = [...new Set(this.games.map((game) => game.cause))].map(
      (cause) => /** @type {Option} */ ([cause, t(cause)]),
    );
    const reasons = [...new Set(this.games.flatMap(({ why }) => why ?? []))].map(
      (why) => /** @type {Option} */ ([why, t("why_" + why)]),
    );
    /** @type {Option[]} */
    const result = this.filter.bot
      ? [
          ["won", t("won")],
          ["drawn", t("drawn")],
          ["lost", t("lost")],
        ]
      : [
          ["decided", t("decided")],
          ["drawn", t("drawn")],
        ];
    /**
     * @param {keyof typeof NO_FILTER} key
     * @param {string} label
     * @param {string} any
     * @param {Option[]} options
     */
    const choice = (key, label, any, options) =>
      h(
        "label",
        {},
        h("span", {}, label),
        h(
          "select",
          { name: key, onchange: (event) => this.setFilter({ [key]: event.target.value }) },
          [["", any], ...options].map(([value, words]) =>
            h("option", { value, selected: this.filter[key] === value }, words),
          ),
        ),
      );
    const choices = [
      choice("bot", t("bot"), t("any_bot"), bots),
      choice("other", t("against"), t("any_bot"), bots),
      choice("result", t("result"), t("any_result"), result),
      choice("end", t("ending"), t("any_end"), [["fault", t("with_fault")], ...causes]),
      reasons.length > 1 && choice("why", t("why"), t("any_why"), reasons),
    ];
    this.filters.replaceChildren(...present(choices));
  }

  /**
   * Changes the filter and shows the games that match.
   * @param {Partial<typeof NO_FILTER>} changes
   */
  setFilter(changes) {
    Object.assign(this.filter, changes);
    if (!this.filter.bot && ["won", "lost"].includes(this.filter.result)) this.filter.result = "";
    this.limit = FIRST_ROWS;
    this.fillFilters();
    this.fill();
  }

  /**
   * Shows the games that a link asks for: those of a bot, against another, with a result.
   * @param {{ bot?: string, against?: string, result?: string }} filter
   */
  showMatching({ bot = "", against = "", result = "" }) {
    const place = (/** @type {string} */ name) => {
      const at = this.names.indexOf(name);
      return at < 0 ? "" : String(at);
    };
    /** @type {Record<string, string>} */
    const results = { win: "won", loss: "lost", draw: "drawn", decisive: "decided" };
    this.setFilter({ ...NO_FILTER, bot: place(bot), other: place(against), result: results[result] ?? "" });
    this.filters.scrollIntoView({ behavior: "instant" });
  }

  /** @param {GameRow} game */
  matches(game) {
    const { bot, other, result, end, why } = this.filter;
    if (why !== "" && game.why !== why) return false;
    const seat = bot === "" ? -1 : game.players.indexOf(Number(bot));
    if (bot !== "" && seat < 0) return false;
    const others = bot === "" ? game.players : [game.players[1 - seat]];
    if (other !== "" && !others.includes(Number(other))) return false;
    if (result === "drawn" && game.winner !== null) return false;
    if (result === "decided" && game.winner === null) return false;
    if (result === "won" && game.winner !== seat) return false;
    if (result === "lost" && (game.winner === null || game.winner === seat)) return false;
    if (end === "fault") return FAULTS.includes(game.cause);
    return end === "" || game.cause === end;
  }

  fill() {
    const isRecent = (/** @type {GameRow} */ { why }) => Number(why === "recent");
    const found = this.games.filter((game) => this.matches(game)).reverse();
    // What is interesting comes first, then the latest.
    found.sort((a, b) => isRecent(a) - isRecent(b));
    const shown = found.slice(0, this.limit);
    const rounds = this.games.some((game) => game.round !== null);
    const dated = this.games.some((game) => game.ended > 0);
    const reasons = this.games.some((game) => game.why !== undefined);
    const [some, all] = [number(found.length), number(this.games.length)];
    this.count.textContent = found.length < this.games.length ? t("games_shown", some, all) : t("all_games", all);
    if (found.length === 0) return this.table.replaceChildren(h("p", { class: "faint" }, t("no_match")));
    /** @type {([word: string, kind: string] | false)[]} */
    const head = [
      [t("number"), "num"],
      rounds && [t(this.isCup ? "cup_round" : "round"), this.isCup ? "round-name" : "num"],
      [t("games"), ""],
      [t("margin"), "num"],
      [t("ending"), "cause"],
      reasons && [t("why"), "reason"],
      dated && [t("date"), "when"],
      ["", ""],
    ];
    const more = found.length - shown.length;
    this.table.replaceChildren(
      h(
        "table",
        { class: "games" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            head.map((column) => {
              const [word, kind] = column || [];
              return column && h(word ? "th" : "td", { scope: word ? "col" : null, class: kind || null }, word);
            }),
          ),
        ),
        h(
          "tbody",
          {},
          shown.map((game) => this.row(game, { rounds, reasons, dated })),
        ),
      ),
      more > 0
        ? h(
            "button",
            { type: "button", onclick: () => ((this.limit += MORE_ROWS), this.fill()) },
            t("show_more", number(Math.min(more, MORE_ROWS))),
          )
        : "",
    );
    this.markCurrent();
  }

  /**
   * @param {GameRow} game
   * @param {{ rounds: boolean, reasons: boolean, dated: boolean }} columns
   */
  row(game, { rounds, reasons, dated }) {
    const who = (/** @type {Seat} */ seat) =>
      h(
        "span",
        { class: "who" + (game.winner === seat ? " won" : "") },
        seatMark(seat),
        nameOf(this.names[game.players[seat]] ?? "?"),
      );
    const bad = FAULTS.includes(game.cause);
    const isKept = this.kept.has(game.number);
    const label = number(game.number, 0, { useGrouping: false });
    const shown = isKept
      ? h("a", { href: "#game=" + game.number, "aria-label": t("in_game", label) }, label)
      : label;
    return h(
      "tr",
      { "data-number": game.number },
      h("td", { class: "num" }, shown),
      rounds && h("td", { class: this.isCup ? "round-name" : "num" }, roundOfGame(game, this.rounds, this.isCup)),
      h("th", { scope: "row" }, h("div", { class: "pair" }, who(0), who(1))),
      h("td", { class: "num" }, number(Math.abs(game.score))),
      h(
        "td",
        { class: "cause" },
        bad
          ? h("span", { class: "badge bad" }, "⚠ " + t(game.cause))
          : h("span", { class: "faint" }, t(game.cause)),
      ),
      reasons &&
        h(
          "td",
          { class: "reason" },
          game.why && h("span", { class: game.why === "recent" ? "faint" : "badge" }, t("why_" + game.why)),
        ),
      dated &&
        h("td", { class: "faint when" }, dateTime(game.ended, { dateStyle: "short", timeStyle: "short" })),
      h(
        "td",
        {},
        isKept
          ? h(
              "a",
              { class: "watch", href: "#game=" + game.number, tabindex: "-1", "aria-hidden": "true" },
              t("watch"),
            )
          : h("span", { class: "faint" }, t(this.damaged.has(game.number) ? "damaged" : "not_kept")),
      ),
    );
  }

  markCurrent() {
    for (const row of /** @type {NodeListOf<HTMLElement>} */ (this.table.querySelectorAll("tr[data-number]")))
      row.classList.toggle("current", Number(row.dataset.number) === this.number);
  }

  /**
   * Does what the address asks for: opens this game, or says why it cannot.
   * @param {string} asked
   * @param {number} [at]
   */
  show(asked, at) {
    this.asked = asked;
    if (!this.open(Number(asked), at)) this.explainMissing(asked);
  }

  /**
   * A game that cannot be opened here: says why, and which command shows it.
   * @param {string} asked
   */
  explainMissing(asked) {
    this.viewer?.pause();
    this.viewer = this.number = null;
    this.markCurrent();
    const [game, shown] = [Number(asked), cut(asked, 20)];
    const isNumber = /^[1-9]\d{0,15}$/.test(asked);
    const isListed = this.games.some((it) => it.number === game);
    const isBeyond = this.highest !== null && game > this.highest;
    const isAway = isNumber && !isListed && !isBeyond && this.total > this.games.length;
    const words = !isNumber
      ? t("not_a_game", shown)
      : isAway
        ? t("game_missing", shown, number(this.games.length), number(this.total))
        : this.damaged.has(game)
          ? t("game_damaged", shown)
          : isListed
            ? t("game_not_kept", shown)
            : this.total > this.games.length
              ? t("game_never", shown)
              : t("game_unknown", shown, number(this.total));
    const command = `gridiron replay ${quoted(this.store)} --game ${shown}`;
    this.stage.replaceChildren(
      h(
        "div",
        { class: "missing", role: "alert" },
        h("p", {}, words),
        isAway && [
          h("p", {}, t("command_shows"), " ", h("code", {}, command)),
          h("p", {}, t("command_page"), " ", h("code", {}, `${command} --html game-${shown}.html`)),
        ],
      ),
    );
  }

  /**
   * Opens a game, at position `at` if given. Does nothing and returns false if this file
   * does not include it.
   * @param {number} number
   * @param {number} [at]
   */
  open(number, at) {
    if (!this.kept.has(number)) return false;
    const playback = this.playback(number);
    if (!playback) return false;
    const old = this.viewer;
    this.viewer = new GridGame();
    if (at !== undefined) this.viewer.at = at;
    else if (old && this.number === number) this.viewer.at = old.at;
    if (old) {
      const viewpoint = this.number === number ? old.viewpoint : "all";
      Object.assign(this.viewer, { rate: old.rate, viewpoint });
      if (this.number === number) this.viewer.reached = old.reached;
    }
    this.number = number;
    this.asked = String(number);
    this.viewer.playback = playback;
    old?.pause();
    this.stage.replaceChildren(this.heading(playback), this.viewer);
    this.markCurrent();
    return true;
  }

  /** @param {Playback} playback */
  heading(playback) {
    const numbers = this.games.map((game) => game.number).filter((it) => this.kept.has(it));
    const place = numbers.findIndex((it) => it === this.number);
    const label = number(this.number, 0, { useGrouping: false });
    const row = this.games.find((game) => game.number === this.number);
    const stage = this.isCup && row ? roundOfGame(row, this.rounds, true) : null;
    const beside = (/** @type {number} */ step, /** @type {string} */ key, /** @type {"back" | "forward"} */ name) =>
      numbers[place + step] === undefined
        ? null
        : iconButton(name, t(key), () => (location.hash = "game=" + numbers[place + step]));
    /** @type {[word: string, fact: string | false | null][]} */
    const facts = [
      [t("rules"), playback.rules || t("default_rules")],
      [t("clock"), playback.clock !== "none" && describeClock(playback.clock, playback.charged)],
      [t("sandbox"), playback.sandbox !== "none" && t(playback.sandbox)],
      [t("seed"), playback.seed === null ? null : String(playback.seed)],
    ];
    return h(
      "div",
      { class: "heading" },
      this.games.length > 1 && h("h3", {}, [stage, t("in_game", label)].filter(Boolean).join(" · ")),
      h(
        "p",
        { class: "faint" },
        facts.map(([word, it]) => it && h("span", {}, word + " ", h("b", {}, plain(it)))),
      ),
      h("div", { class: "beside" }, beside(-1, "prev_game", "back"), beside(1, "next_game", "forward")),
    );
  }
}
