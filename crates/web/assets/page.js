// The page: its top line, language, light and dark, the wall, and the address.

/// Tests and curious people can see whether anything went wrong.
const troubles = [];
function trouble(what) {
  troubles.push(String(what));
  document.documentElement.dataset.errors = troubles.join("\n");
}
addEventListener("error", (event) => trouble(event.message));
addEventListener("unhandledrejection", (event) => trouble(event.reason));
addEventListener("securitypolicyviolation", (event) => trouble(event.violatedDirective));

/// Where games come from: here they stand in the page, each read when it is asked for.
const source = {
  films: new Map(),
  film(number) {
    const text = document.querySelector(`script[data-game="${Number(number)}"]`)?.textContent;
    if (!this.films.has(number) && text) this.films.set(number, JSON.parse(text));
    return this.films.get(number);
  },
};

const theme = {
  set(name) {
    if (["light", "dark"].includes(name)) document.documentElement.dataset.theme = name;
  },
  other() {
    const dark =
      document.documentElement.dataset.theme ??
      (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
    this.set(dark === "dark" ? "light" : "dark");
    remember("theme", document.documentElement.dataset.theme);
  },
};

/// One section after the other, large, for a screen on the wall.
const wall = {
  slides: ["standings", "rounds", "crosstable", "history"],
  every: 15000,
  timer: null,
  start() {
    document.documentElement.classList.add("wall");
    clearInterval(this.timer);
    this.show(0);
    this.timer = setInterval(() => this.turn(), this.every);
  },
  /// The next table; after the last one a tournament that is still played is read anew.
  turn() {
    const before = this.at;
    this.show(this.at + 1);
    if (this.at > before || !isReport || data.report.about.is_finished) return;
    if (wish("wall") === null) location.hash = "wall";
    location.reload();
  },
  show(at) {
    const there = this.slides.map((name) => document.getElementById(name)).filter(Boolean);
    if (there.length === 0) return;
    this.at = (at + there.length) % there.length;
    document.querySelectorAll(".slide").forEach((it) => it.classList.remove("slide"));
    there[this.at].classList.add("slide");
  },
  stop() {
    clearInterval(this.timer);
    this.timer = null;
    document.documentElement.classList.remove("wall");
  },
  key(event) {
    if (this.timer === null) return;
    if (event.key === "Escape") this.stop();
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step) this.show(this.at + step);
  },
};

const data = JSON.parse(document.getElementById("data").textContent);
const isReport = data.kind === "report";
const names = isReport ? data.report.standings.map(({ name }) => name) : data.names;
const list = new GameList(names, isReport ? data.report.games : data.games, data.kept);

function topBar(sections) {
  const links = sections.map(({ name, word }) => h("a", { href: "#" + name }, word));
  const speak = () => {
    language.set(t("other"));
    remember("lang", language.now);
    render();
  };
  return h(
    "nav",
    { class: "top", "aria-label": t("contents") },
    h("div", { class: "links" }, links),
    h(
      "div",
      { class: "tools" },
      isReport && iconButton("wall", t("wall_label"), () => wall.start()),
      iconButton("theme", t("theme"), () => theme.other()),
      h(
        "button",
        {
          type: "button",
          lang: t("other"),
          class: "speak",
          "aria-label": t("language"),
          title: t("language"),
          onclick: speak,
        },
        t("other").toUpperCase(),
      ),
    ),
  );
}

function gamesHead() {
  const [one, two] = names;
  const title =
    data.games.length === 1
      ? t("page_of", plain(names[data.games[0].players[0]]), plain(names[data.games[0].players[1]]))
      : names.length === 2
        ? t("page_of", plain(one), plain(two))
        : t("all_games", number(data.games.length));
  return h("header", { class: "head" }, h("p", { class: "kind" }, plain(data.game)), h("h1", {}, title));
}

function render() {
  const sections = isReport ? reportSections(data.report, list) : [];
  const games = list.section();
  const links = [...sections, { name: "games", word: t("games") }];
  document.getElementById("page").replaceChildren(
    topBar(isReport ? links : []),
    isReport ? reportHead(data.report, data.seed) : gamesHead(),
    h(
      "main",
      {},
      sections.map(({ element }) => element),
      games,
    ),
    h("button", { type: "button", class: "leave", onclick: () => wall.stop() }, t("leave_wall")),
  );
}

/// Does what the address asks for. Of language and colours only what stands after
/// the `#`: the rest was heard at the beginning, and may have been changed since.
async function obey() {
  const hash = new URLSearchParams(location.hash.slice(1));
  if (hash.has("lang") && hash.get("lang") !== language.now) {
    language.choose();
    render();
  }
  theme.set(hash.get("theme"));
  if (wish("wall") !== null && isReport && wall.timer === null) wall.start();
  const game = wish("game") ?? (isReport ? null : String(data.kept[0]));
  if (game === null || (Number(game) === list.number && wish("ply") === null)) return;
  const ply = wish("ply");
  const opened = await list.open(Number(game), ply === null || !/^\d+$/.test(ply) ? undefined : Number(ply));
  // Smoothly would be a long way.
  if (opened && isReport) document.getElementById("games").scrollIntoView({ behavior: "instant" });
}

language.choose();
theme.set(wish("theme") ?? remembered("theme"));
render();
addEventListener("hashchange", obey);
addEventListener("keydown", (event) => wall.key(event));
obey().then(() => (document.documentElement.dataset.ready = ""));
