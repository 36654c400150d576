// Rounds: the bracket of a knockout, or a table for each round.

const THIRD = "third place";

/// `third place`, or `third place, by lots`.
const isThird = ({ note }) => note === THIRD || (note ?? "").startsWith(THIRD + ", ");

/// `round 3` and the names of the last rounds, in the reader's language.
function roundName(name) {
  const numbered = /^round (\d+)$/i.exec(name);
  return numbered ? t("round_n", numbered[1]) : t(plain(name));
}

function roundsDrawn({ rounds, standings, about }) {
  if (rounds.length === 0) return null;
  return about.rank_by === "bracket" ? bracket(rounds, standings) : swiss(rounds, standings);
}

/// One match: two lines and what is special about it.
function matchDrawn(match, standings) {
  const decimals = decimalsOf(match.points);
  const isBye = match.note === "bye" && match.players.includes(null);
  const line = (seat) => {
    const who = match.players[seat];
    const won = match.winner === seat;
    const name =
      who === null
        ? h("span", { class: "faint" }, isBye ? t("bye") : t("open"))
        : nameOf(standings[who]?.name ?? "?");
    const played =
      match.players.every((it) => it !== null) &&
      (match.winner !== null || match.points.some((it) => it > 0));
    return h(
      "div",
      { class: "side" + (won ? " won" : "") },
      name,
      won && h("span", { class: "hidden" }, t("won")),
      h("span", { class: "points" }, played && !isBye ? points(match.points[seat], decimals) : ""),
    );
  };
  return h(
    "div",
    { class: "match" },
    line(0),
    line(1),
    match.note && !isBye && h("p", { class: "note" }, t(plain(match.note))),
  );
}

/// Columns from left to right; a match stands between the two it follows from.
function bracket(rounds, standings) {
  const columns = rounds.map(({ name, matches }) => ({
    name,
    matches: matches.filter((it) => !isThird(it)),
  }));
  const third = rounds.flatMap(({ matches }) => matches.filter(isThird));
  const halves = (at) => columns[at + 1] && columns[at + 1].matches.length * 2 === columns[at].matches.length;
  const drawn = (name, kind, items) =>
    h("div", { class: "column " + kind }, h("h3", {}, roundName(name)), h("ol", {}, items));
  const item = (match, kind) => h("li", { class: kind }, matchDrawn(match, standings));
  return h(
    "div",
    { class: "box" },
    h(
      "div",
      { class: "bracket" },
      columns.map(({ name, matches }, at) =>
        drawn(
          name,
          at > 0 && halves(at - 1) ? "joined" : "",
          matches.map((match, place) => item(match, halves(at) ? ["upper", "lower"][place % 2] : null)),
        ),
      ),
      third.length > 0 &&
        drawn(
          THIRD,
          "alone",
          third.map((match) => item({ ...match, note: match.note.slice(THIRD.length + 2) || null }, null)),
        ),
    ),
  );
}

function swiss(rounds, standings) {
  return h(
    "div",
    { class: "swiss" },
    [...rounds].reverse().map(({ name, matches }, at) =>
      h(
        "details",
        { open: at === 0 },
        h("summary", {}, h("h3", {}, roundName(name))),
        h(
          "div",
          { class: "matches" },
          matches.map((match) => matchDrawn(match, standings)),
        ),
      ),
    ),
  );
}
