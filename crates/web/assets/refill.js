// Parts of a page that change while somebody reads it.

/// What can have the focus.
const FOCUSABLE = "a[href], button, summary, input, select, textarea, [tabindex]";

/// What a reader has opened or scrolled inside an element.
/** @param {Element} element */
const keepers = (element) =>
  [...element.querySelectorAll("details, .box, .fault-list")].map((it) => Object.assign(it, { left: it.scrollLeft, top: it.scrollTop }));

/// Replaces the content of an element. The focus stays at the same place, and nothing happens if
/// the new content is equal.
/** @param {Element} element @param {...(Node | null)} content */
export function refill(element, ...content) {
  const there = content.filter((it) => it !== null);
  const old = [...element.childNodes];
  if (old.length === there.length && old.every((node, at) => node.isEqualNode(there[at] ?? null))) return;
  const focused = element.contains(document.activeElement) ? document.activeElement : null;
  const place = focused ? [...element.querySelectorAll(FOCUSABLE)].indexOf(focused) : -1;
  const kept = keepers(element);
  element.replaceChildren(...there);
  keepers(element).forEach((it, at) => {
    const before = kept[at];
    if (!before || before.tagName !== it.tagName) return;
    if (it instanceof HTMLDetailsElement && before instanceof HTMLDetailsElement) it.open = before.open;
    [it.scrollLeft, it.scrollTop] = [before.left, before.top];
  });
  const next = place < 0 ? null : element.querySelectorAll(FOCUSABLE)[place];
  if (next instanceof HTMLElement || next instanceof SVGElement) next.focus({ preventScroll: true });
}

/// The address of a page section without leaving the page: sets a part of the query.
/** @param {Record<string, string>} values */
export function setQuery(values) {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(values)) {
    if (value === "") query.delete(name);
    else query.set(name, value);
  }
  const text = query.toString();
  history.replaceState(history.state, "", location.pathname + (text && "?" + text) + location.hash);
}
