// The list of games, with filters, and the viewer above it.

/// Rows shown at first, and rows added by `Show more`.
const FIRST_ROWS = 50;
const MORE_ROWS = 200;

class GameList {
  /// `names` are the players by place, `games` the rows of a report, `kept` the numbers of
  /// the games that this file includes.
  constructor(names, games, kept) {
    Object.assign(this, { names, games, kept: new Set(kept) });
    this.filter = { bot: "", other: "", result: "", end: "" };
    this.limit = FIRST_ROWS;
    this.viewer = null;
    this.number = null;
  }

  /// The section; it is built again for each language.
  section() {
    this.stage = h("div", { class: "viewer" });
    this.table = h("div", { class: "box" });
    this.count = h("p", { class: "faint", role: "status" });
    this.filters = h("form", { class: "filters", onsubmit: (event) => event.preventDefault() });
    this.fillFilters();
    this.fill();
    if (this.number !== null) this.open(this.number);
    const { length } = this.games;
    const below =
      length === 0 ? h("p", { class: "faint" }, t("no_games")) : [this.filters, this.count, this.table];
    // A single game needs no list.
    const isAlone = length === 1 && this.kept.size === 1;
    return h("section", { id: "games" }, isAlone ? this.stage : [h("h2", {}, t("games")), this.stage, below]);
  }

  fillFilters() {
    const bots = this.names.map((name, at) => [String(at), cut(name, 40)]);
    const causes = [...new Set(this.games.map((game) => game.cause))].map((cause) => [cause, t(cause)]);
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
    this.filters.replaceChildren(
      choice("bot", t("bot"), t("any_bot"), bots),
      choice("other", t("against"), t("any_bot"), bots),
      choice("result", t("result"), t("any_result"), result),
      choice("end", t("ending"), t("any_end"), [["fault", t("with_fault")], ...causes]),
    );
  }

  /// Changes the filter and shows the games that match.
  setFilter(changes) {
    Object.assign(this.filter, changes);
    if (!this.filter.bot && ["won", "lost"].includes(this.filter.result)) this.filter.result = "";
    this.limit = FIRST_ROWS;
    this.fillFilters();
    this.fill();
  }

  matches(game) {
    const { bot, other, result, end } = this.filter;
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
    const found = this.games.filter((game) => this.matches(game)).reverse();
    const shown = found.slice(0, this.limit);
    const rounds = this.games.some((game) => game.round !== null);
    const dated = this.games.some((game) => game.ended > 0);
    this.count.textContent = t("games_shown", number(found.length), number(this.games.length));
    if (found.length === 0) return this.table.replaceChildren(h("p", { class: "faint" }, t("no_match")));
    const head = [
      [t("number"), "num"],
      rounds && [t("round"), "num"],
      [t("games"), ""],
      [t("margin"), "num"],
      [t("ending"), "cause"],
      dated && [t("date"), "when"],
      ["", ""],
    ].filter(Boolean);
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
            head.map(([word, kind]) =>
              h(word ? "th" : "td", { scope: word ? "col" : null, class: kind || null }, word),
            ),
          ),
        ),
        h(
          "tbody",
          {},
          shown.map((game) => this.row(game, rounds, dated)),
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

  row(game, rounds, dated) {
    const who = (seat) =>
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
      rounds && h("td", { class: "num" }, game.round === null ? "–" : number(game.round)),
      h("th", { scope: "row" }, h("div", { class: "pair" }, who(0), who(1))),
      h("td", { class: "num" }, number(Math.abs(game.score))),
      h(
        "td",
        { class: "cause" },
        bad
          ? h("span", { class: "badge bad" }, "⚠ " + t(game.cause))
          : h("span", { class: "faint" }, t(game.cause)),
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
          : h("span", { class: "faint" }, t("not_included")),
      ),
    );
  }

  markCurrent() {
    for (const row of this.table.querySelectorAll("tr[data-number]"))
      row.classList.toggle("current", Number(row.dataset.number) === this.number);
  }

  /// Opens a game, at position `at` if given. Does nothing and returns false if this file
  /// does not include it.
  async open(number, at) {
    if (!this.kept.has(number)) return false;
    const film = await source.film(number);
    if (!film) return false;
    const old = this.viewer;
    this.viewer = h("grid-game");
    if (at !== undefined) this.viewer.at = at;
    else if (old && this.number === number) this.viewer.at = old.at;
    if (old) {
      const viewpoint = this.number === number ? old.viewpoint : "all";
      Object.assign(this.viewer, { rate: old.rate, viewpoint });
    }
    this.number = number;
    this.viewer.film = film;
    old?.pause();
    this.stage.replaceChildren(this.heading(film), this.viewer);
    this.markCurrent();
    return true;
  }

  heading(film) {
    const numbers = this.games.map((game) => game.number).filter((it) => this.kept.has(it));
    const place = numbers.indexOf(this.number);
    const beside = (step, key, name) =>
      numbers[place + step] === undefined
        ? null
        : iconButton(name, t(key), () => (location.hash = "game=" + numbers[place + step]));
    const facts = [
      [t("rules"), film.rules || t("default_rules")],
      [t("clock"), film.clock !== "none" && describeClock(film.clock, film.charged)],
      [t("sandbox"), film.sandbox !== "none" && t(film.sandbox)],
      [t("seed"), String(film.seed)],
    ];
    return h(
      "div",
      { class: "heading" },
      this.games.length > 1 && h("h3", {}, t("in_game", number(this.number, 0, { useGrouping: false }))),
      h(
        "p",
        { class: "faint" },
        facts
          .filter(([, it]) => it)
          .map(([word, it]) => h("span", {}, word + " ", h("b", {}, plain(it)))),
      ),
      h("div", { class: "beside" }, beside(-1, "prev_game", "back"), beside(1, "next_game", "forward")),
    );
  }
}

/// Causes that are a player's fault.
const FAULTS = ["time", "crash", "no-start", "protocol", "illegal"];
