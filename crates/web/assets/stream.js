// Events of the server: one stream for all topics of a page.
//
// Browsers open at most six connections to one server over plain HTTP, and a stream keeps one for
// itself. So at most four tabs of a browser have a stream; the others ask every two seconds. A tab
// that is hidden has neither.

import { api, queryOf } from "./api.js";

/** What happens with an event of each kind. @typedef {Record<string, (data: any) => void>} TopicHandlers */

/// How many tabs have a stream.
const SLOTS = 4;
/// How long a tab has its slot without saying that it is still there, in milliseconds.
const LEASE_MS = 7000;
const REFRESH_MS = 2000;
const POLL_MS = 2000;
/// A change of topics waits for further ones this long.
const SETTLE_MS = 30;
const LONGEST_WAIT_MS = 30_000;
/// A break in the connection that is shorter is not shown.
const UNNOTICED_MS = 1500;

/// The topics that an event belongs to.
/** @type {Record<string, (data: any, topic: string) => boolean>} */
const EVENT_TOPICS = {
  home: (_, topic) => topic === "home",
  standings: ({ id }, topic) => topic === "t:" + id,
  live: ({ id }, topic) => topic === "t:" + id,
  recent: ({ id }, topic) => topic === "t:" + id,
  game: ({ live }, topic) => topic === "g:" + live.id,
  action: ({ id }, topic) => topic === "g:" + id,
  over: ({ id }, topic) => topic === "g:" + id,
  wall: (_, topic) => topic.startsWith("w:"),
  reset: () => true,
};

/// Who wants the events of each topic.
/** @type {Map<string, Set<TopicHandlers>>} */
const subscribers = new Map();

/// Calls these handlers with the events of a topic, until the returned function is called. An event
/// `reset` means that some were missed: whoever needs more than the next event loads it again.
/** @param {string} topic @param {TopicHandlers} handlers */
export function subscribe(topic, handlers) {
  const all = subscribers.get(topic) ?? new Set();
  subscribers.set(topic, all.add(handlers));
  stream.changed();
  return () => {
    all.delete(handlers);
    if (all.size === 0 && subscribers.get(topic) === all) subscribers.delete(topic);
    stream.changed();
  };
}

/** @param {string} event @param {any} data */
function dispatch(event, data) {
  const isMeant = EVENT_TOPICS[event];
  if (!isMeant) return;
  for (const [topic, all] of [...subscribers])
    if (isMeant(data, topic)) for (const handlers of [...all]) handlers[event]?.(data);
}

/// One of the slots that the tabs of a browser share, kept in its storage.
const lease = {
  me: Math.random().toString(36).slice(2),
  slot: -1,
  timer: 0,
  /// Wakes tabs that wait for a slot.
  channel: typeof BroadcastChannel === "function" ? new BroadcastChannel("gridiron-streams") : null,

  /** @param {number} slot @returns {{ owner: string, until: number }} */
  read(slot) {
    const [owner = "", until = "0"] = (localStorage.getItem("gridiron-stream-" + slot) ?? "").split(" ");
    return { owner, until: Number(until) };
  },

  write() {
    localStorage.setItem("gridiron-stream-" + this.slot, `${this.me} ${Date.now() + LEASE_MS}`);
  },

  /// Takes a free slot and says whether there was one. Two tabs may take the same: the later one
  /// keeps it, and `lost` tells the other.
  /** @param {() => void} lost */
  take(lost) {
    try {
      if (this.slot >= 0 && this.read(this.slot).owner !== this.me) this.slot = -1;
      for (let slot = 0; slot < SLOTS && this.slot < 0; slot++) {
        const { until } = this.read(slot);
        // A clock that was set back must not lock slots for long.
        if (until < Date.now() || until > Date.now() + 2 * LEASE_MS) this.slot = slot;
      }
      if (this.slot < 0) return false;
      this.write();
    } catch {
      // Without storage nobody can share: this tab then has a stream.
      return true;
    }
    clearInterval(this.timer);
    const check = () => {
      if (this.slot < 0) return;
      if (this.read(this.slot).owner === this.me) return this.write();
      this.slot = -1;
      clearInterval(this.timer);
      lost();
    };
    setTimeout(check, 60);
    this.timer = setInterval(check, REFRESH_MS);
    return true;
  },

  release() {
    clearInterval(this.timer);
    if (this.slot < 0) return;
    if (this.read(this.slot).owner === this.me) localStorage.removeItem("gridiron-stream-" + this.slot);
    this.slot = -1;
    this.channel?.postMessage("free");
  },
};

const stream = {
  /** @type {EventSource | null} */
  source: null,
  /// The next attempt, or the next question of a tab without a stream.
  timer: 0,
  settling: 0,
  failures: 0,
  /// The last event that was seen; empty if what comes next must begin anew.
  last: "",
  /// The topics that have begun.
  begun: new Set(),
  isOpen: false,
  /// Counts connections: what an earlier one still brings is dropped.
  turn: 0,

  wanted: () => [...subscribers.keys()].sort(),

  changed() {
    clearTimeout(this.settling);
    this.settling = setTimeout(() => this.update(), SETTLE_MS);
  },

  /// Opens, reopens or closes the connection, as the topics and the tab need it.
  update() {
    const wanted = this.wanted();
    if (wanted.length === 0 || document.visibilityState === "hidden") return this.close();
    const isNew = wanted.some((topic) => !this.begun.has(topic));
    // Topics that nobody wants any more stay until the next connection: they cost nothing.
    if (this.isOpen && !isNew) return;
    if (isNew) this.last = "";
    this.open();
  },

  open() {
    this.disconnect();
    this.isOpen = true;
    const wanted = this.wanted();
    this.begun = new Set(wanted);
    // A server with too many streams refuses them; it still answers questions.
    if (this.failures >= 2 || !lease.take(() => this.open())) return this.poll();
    const turn = ++this.turn;
    const source = new EventSource("/api/events" + queryOf({ topics: wanted.join(","), last: this.last }));
    this.source = source;
    source.onopen = () => {
      if (turn !== this.turn) return;
      this.failures = 0;
      connection.set(true);
    };
    // The browser would try again on its own, but all tabs at the same time and for ever.
    source.onerror = () => turn === this.turn && this.failed();
    for (const event of Object.keys(EVENT_TOPICS))
      source.addEventListener(event, (message) => {
        if (turn !== this.turn) return;
        if (message.lastEventId) this.last = message.lastEventId;
        dispatch(event, JSON.parse(message.data));
      });
  },

  /// Asks for what has happened, and again after a while.
  async poll() {
    const turn = ++this.turn;
    const query = queryOf({ topics: this.wanted().join(","), after: this.last });
    let answer;
    try {
      answer = await api("events/poll" + query);
    } catch {
      if (turn === this.turn) this.failed();
      return;
    }
    if (turn !== this.turn) return;
    this.failures = 0;
    connection.set(true);
    this.last = answer.last;
    for (const { event, data } of answer.events) dispatch(event, data);
    // What was dispatched may have changed everything.
    if (turn === this.turn) this.again(POLL_MS);
  },

  failed() {
    connection.set(false);
    this.disconnect();
    lease.release();
    this.again(Math.min(LONGEST_WAIT_MS, 400 * 2 ** this.failures++));
  },

  /// Tries again after about so long, not at the same time as all others.
  /** @param {number} wait */
  again(wait) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(), wait * (0.75 + Math.random() / 2));
  },

  disconnect() {
    this.turn++;
    clearTimeout(this.timer);
    this.source?.close();
    this.source = null;
  },

  close() {
    this.disconnect();
    this.isOpen = false;
    lease.release();
    connection.set(true);
  },
};

/// Whether events arrive. Those who want to know are told when it stays broken, and when it is mended.
const connection = {
  /** @type {((isThere: boolean) => void)[]} */
  listeners: [],
  isThere: true,
  timer: 0,
  /** @param {boolean} isThere */
  set(isThere) {
    if (isThere === this.isThere) return;
    this.isThere = isThere;
    clearTimeout(this.timer);
    const tell = () => this.listeners.forEach((listener) => listener(this.isThere));
    if (isThere) tell();
    else this.timer = setTimeout(tell, UNNOTICED_MS);
  },
};

/// Calls this when events stop arriving (`false`) and when they arrive again (`true`).
/** @param {(isThere: boolean) => void} listener */
export const onConnection = (listener) => connection.listeners.push(listener);

document.addEventListener("visibilitychange", () => stream.update());
// A page that the browser keeps for the Back button must not keep its connection.
addEventListener("pagehide", () => stream.close());
addEventListener("pageshow", (event) => event.persisted && stream.update());
lease.channel?.addEventListener("message", () => {
  // A tab without a stream asks at once; whoever comes first gets the slot.
  if (stream.isOpen && stream.source === null && lease.slot < 0) stream.again(100);
});
