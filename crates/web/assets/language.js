// The reader's language: choosing it, texts, numbers, times and dates in it.

import { WORDS } from "./words.js";

/**
 * A parameter of the address: `?lang=fr` or `#lang=fr&game=12`; the part after `#`
 * has priority. `null` when it is absent.
 * @param {string} name
 */
export function parameter(name) {
  const hash = new URLSearchParams(location.hash.slice(1));
  return hash.has(name) ? hash.get(name) : new URLSearchParams(location.search).get(name);
}

/**
 * A choice the reader made before, or `null`. Browsers may refuse storage to pages
 * opened as files.
 * @param {string} name
 */
export function loadChoice(name) {
  try {
    return localStorage.getItem("gridiron-" + name);
  } catch {
    return null;
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
export function saveChoice(name, value) {
  try {
    localStorage.setItem("gridiron-" + name, value);
  } catch {
    // The choice then lasts as long as the page.
  }
}

const LANGUAGES = ["en", "fr"];

export const language = {
  now: "en",
  /// The address decides, then an earlier choice, then the browser.
  choose() {
    const wanted = [parameter("lang"), loadChoice("lang"), ...(navigator.languages ?? [navigator.language])];
    const codes = wanted.map((it) => String(it ?? "").slice(0, 2).toLowerCase());
    this.set(codes.find((it) => LANGUAGES.includes(it)) ?? "en");
  },
  /** @param {string} name */
  set(name) {
    this.now = name;
    document.documentElement.lang = name;
  },
};

/// All words: those that pages share, and those that a page adds.
const vocabulary = new Map(Object.entries(/** @type {WordTable} */ (WORDS)));

/**
 * Adds a table of words like `WORDS`. A key must not be there already: each has one meaning.
 * @param {WordTable} table
 */
export function addWords(table) {
  for (const [key, texts] of Object.entries(table)) {
    if (vocabulary.has(key)) throw new Error(`two texts for ${key}`);
    vocabulary.set(key, texts);
  }
}

/**
 * The text for a key, with its values filled in; an unknown key is returned as it is.
 * @param {string} key
 * @param {...string} values
 */
export function t(key, ...values) {
  const text = vocabulary.get(key)?.[LANGUAGES.indexOf(language.now)] ?? key;
  const unbroken = text.replace(/ (?=:)/g, "\u00a0").replace(/ (?=[;!?%])/g, "\u202f");
  return unbroken.replace(/\{(\d)(?:\|([^|}]*)\|([^|}]*))?\}/g, (_, at, one, many) => {
    if (one === undefined) return values[at] ?? "";
    // Zero takes the plural in English and the singular in French.
    return values[at] === "1" || (values[at] === "0" && language.now === "fr") ? one : many;
  });
}

/// Formats that were made: making one takes longer than using it a hundred times.
/** @type {Map<string, Intl.NumberFormat>} */
const numberFormats = new Map();

/**
 * A number with this many decimals; a dash when it is absent or not finite.
 * @param {number | null | undefined} value
 * @param {number} [decimals]
 * @param {Intl.NumberFormatOptions} [options]
 */
export function number(value, decimals = 0, options = {}) {
  if (value === null || value === undefined || !Number.isFinite(value)) return "–";
  const key = `${language.now} ${decimals} ${Object.entries(options)}`;
  let format = numberFormats.get(key);
  if (!format) {
    const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
    format = new Intl.NumberFormat(language.now, { ...digits, ...options });
    numberFormats.set(key, format);
  }
  return format.format(value || 0).replace("-", "−");
}

/** @param {number | null} value */
export const signed = (value, decimals = 0) => number(value, decimals, { signDisplay: "exceptZero" });
/** @param {number} value */
export const percent = (value) => number(value, 0, { style: "percent" });
/**
 * @param {number} value
 * @param {number} [decimals]
 */
export const points = (value, decimals) => number(value, decimals ?? (Number.isInteger(value) ? 0 : 1));

/**
 * A number of halves as it is spoken: `2½`.
 * @param {number} count
 */
export const halves = (count) => (count === 1 ? "" : number(Math.floor(count / 2))) + (count % 2 === 1 ? "½" : "");

/**
 * The decimals that these numbers need: 1 if any of them is a half, else 0.
 * @param {number[]} numbers
 */
export const decimalsOf = (numbers) => (numbers.every(Number.isInteger) ? 0 : 1);

/**
 * A duration, from a number of seconds: `1.5 ms`. Without `decimals`, small numbers have one.
 * @param {number | null | undefined} value
 * @param {number} [decimals]
 */
export function seconds(value, decimals) {
  if (value === null || value === undefined || !Number.isFinite(value)) return "–";
  /** @type {[size: number, unit: string][]} */
  const units = [[3600, "h"], [60, "min"], [1, "s"], [1e-3, "ms"], [1e-6, "µs"], [0, "ns"]];
  if (value === 0) return "0\u202fs";
  const [size, unit] = units.find(([size]) => value >= size * 0.9995) ?? [0, "ns"];
  const amount = value / (size || 1e-9);
  return number(amount, decimals ?? (amount < 9.95 ? 1 : 0)) + "\u202f" + unit;
}

/**
 * A date and time, from seconds since 1970.
 * @param {number} value
 * @param {Intl.DateTimeFormatOptions} [options]
 */
export function dateTime(value, options = { dateStyle: "medium", timeStyle: "short" }) {
  return new Intl.DateTimeFormat(language.now, options).format(new Date(value * 1000));
}
