// A tournament file as text in which single settings can be changed. Comments and whatever this does
// not know stay as they are.

/** A value that a form can show. @typedef {string | number | boolean} TomlValue */
/** @typedef {{ from: number, to: number, key: string, value: TomlValue | undefined, tail: string }} Assignment */
/** @typedef {{ name: string, isList: boolean, from: number, to: number, assignments: Assignment[] }} TomlTable */

const TABLE = /^\s*(\[\[?)\s*([\w.-]+)\s*\]\]?\s*(?:#.*)?$/;
const ASSIGNMENT = /^\s*([\w-]+)\s*=\s*(.*)$/;

/// The length of a text that a quote at its begin opens.
/** @param {string} text */
function lengthOfString(text) {
  const quote = text[0];
  for (let at = 1; at < text.length; at++) {
    if (text[at] === "\\" && quote === '"') at++;
    else if (text[at] === quote) return at + 1;
  }
  return text.length;
}

/// A value, and what follows it on its line.
/** @param {string} text */
function readValue(text) {
  if (text.startsWith('"') || text.startsWith("'")) {
    const end = lengthOfString(text);
    const inside = text.slice(1, end - 1);
    const tail = text.slice(end);
    if (text.startsWith("'")) return { value: inside, tail };
    try {
      return { value: /** @type {TomlValue} */ (JSON.parse(text.slice(0, end))), tail };
    } catch {
      return { value: inside, tail };
    }
  }
  const bare = /^[^\s#,\]]+/.exec(text)?.[0] ?? "";
  const tail = text.slice(bare.length);
  if (bare === "true" || bare === "false") return { value: bare === "true", tail };
  if (/^[+-]?[\d_]+(?:\.[\d_]+)?$/.test(bare)) return { value: Number(bare.replaceAll("_", "")), tail };
  return { value: undefined, tail: "" };
}

/// How many more brackets a line opens than it closes, outside texts and comments.
/** @param {string} line */
function openBrackets(line) {
  let open = 0;
  for (let at = 0; at < line.length; at++) {
    const letter = line[at];
    if (letter === "#") break;
    if (letter === '"' || letter === "'") at += lengthOfString(line.slice(at)) - 1;
    else if (letter === "[" || letter === "{") open++;
    else if (letter === "]" || letter === "}") open--;
  }
  return open;
}

/** @param {TomlValue} value */
const writeValue = (value) => (typeof value === "string" ? JSON.stringify(value) : String(value));

/// The text of a file, read again after each change.
export class TomlFile {
  /** @param {string} text */
  constructor(text) {
    this.lines = text.replace(/\r\n?/g, "\n").split("\n");
    /** @type {TomlTable[]} */
    this.tables = [];
    this.read();
  }

  get text() {
    return this.lines.join("\n");
  }

  read() {
    /** @type {TomlTable} */
    let table = { name: "", isList: false, from: 0, to: 0, assignments: [] };
    this.tables = [table];
    for (let at = 0; at < this.lines.length; at++) {
      const line = this.lines[at] ?? "";
      const head = TABLE.exec(line);
      if (head) {
        table = { name: head[2] ?? "", isList: head[1] === "[[", from: at, to: at + 1, assignments: [] };
        this.tables.push(table);
        continue;
      }
      const found = ASSIGNMENT.exec(line);
      if (!found) continue;
      const from = at;
      let open = openBrackets(found[2] ?? "");
      while (open > 0 && at + 1 < this.lines.length) open += openBrackets(this.lines[++at] ?? "");
      const { value, tail } = from === at ? readValue(found[2] ?? "") : { value: undefined, tail: "" };
      table.assignments.push({ from, to: at + 1, key: found[1] ?? "", value, tail });
      table.to = at + 1;
    }
  }

  /** @param {string} name */
  table(name) {
    return this.tables.find((it) => it.name === name && !it.isList);
  }

  /// The value of a setting; nothing if it is not there or no simple value.
  /** @param {string} table @param {string} key */
  get(table, key) {
    return this.table(table)?.assignments.find((it) => it.key === key)?.value;
  }

  /// Sets a value, or takes the setting away.
  /** @param {string} table @param {string} key @param {TomlValue | undefined} value */
  set(table, key, value) {
    const there = this.table(table);
    if (there) return this.setIn(there, key, value);
    if (value === undefined) return;
    const first = this.tables.find((it) => it.isList);
    const at = first ? this.beforeComments(first.from) : this.lines.length;
    const isBlank = at === 0 || (this.lines[at - 1] ?? "").trim() === "";
    this.lines.splice(at, 0, ...(isBlank ? [] : [""]), `[${table}]`, `${key} = ${writeValue(value)}`, "");
    this.read();
  }

  /** @param {TomlTable} table @param {string} key @param {TomlValue | undefined} value */
  setIn(table, key, value) {
    const old = table.assignments.find((it) => it.key === key);
    if (old && value === undefined) this.lines.splice(old.from, old.to - old.from);
    else if (old) this.lines.splice(old.from, old.to - old.from, `${key} = ${writeValue(/** @type {TomlValue} */ (value))}${old.tail}`);
    else if (value !== undefined) this.lines.splice(this.placeFor(table, key), 0, `${key} = ${writeValue(value)}`);
    this.read();
  }

  /// Where a new setting of a table belongs: beside the comment that shows its default, or last.
  /** @param {TomlTable} table @param {string} key */
  placeFor(table, key) {
    const next = this.tables[this.tables.indexOf(table) + 1];
    const end = next?.from ?? this.lines.length;
    for (let at = table.from; at < end; at++)
      if (new RegExp(`^#\\s*${key}\\s*=`).test(this.lines[at] ?? "")) return at + 1;
    return table.to;
  }

  /// The first of the comments and blank lines right above a line, without the last blank one.
  /** @param {number} line */
  beforeComments(line) {
    let at = line;
    while (at > 0 && /^#/.test(this.lines[at - 1] ?? "")) at--;
    return at;
  }

  get playerTables() {
    return this.tables.filter((it) => it.isList && it.name === "players");
  }

  /// The players in their order: what each has of `bot`, `name` and `clock`.
  players() {
    const text = (/** @type {TomlTable} */ table, /** @type {string} */ key) => {
      const value = table.assignments.find((it) => it.key === key)?.value;
      return value === undefined ? "" : String(value);
    };
    return this.playerTables.map((it) => ({ bot: text(it, "bot"), name: text(it, "name"), clock: text(it, "clock") }));
  }

  /** @param {number} at @param {string} key @param {string} value */
  setPlayer(at, key, value) {
    const table = this.playerTables[at];
    if (table) this.setIn(table, key, value === "" && key !== "bot" ? undefined : value);
  }

  /** @param {string} bot */
  addPlayer(bot) {
    while (this.lines.length > 0 && (this.lines.at(-1) ?? "").trim() === "") this.lines.pop();
    this.lines.push("", "[[players]]", `bot = ${writeValue(bot)}`, "");
    this.read();
  }

  /** @param {number} at */
  removePlayer(at) {
    const table = this.playerTables[at];
    if (!table) return;
    const to = table.to < this.lines.length && (this.lines[table.to] ?? "").trim() === "" ? table.to + 1 : table.to;
    this.lines.splice(table.from, to - table.from);
    this.read();
  }

  /// Changes places with the player above.
  /** @param {number} at */
  raisePlayer(at) {
    const [above, own] = [this.playerTables[at - 1], this.playerTables[at]];
    if (!above || !own) return;
    const [first, second] = [this.lines.slice(above.from, above.to), this.lines.slice(own.from, own.to)];
    this.lines.splice(own.from, second.length, ...first);
    this.lines.splice(above.from, first.length, ...second);
    this.read();
  }
}
