// The entry of the wall, a presentation that fills a screen: `/wall` or `/wall/ID`.

import { t } from "./language.js";
import { h, iconButton } from "./dom.js";
import { api } from "./api.js";
import { openSite } from "./site.js";
import { WallPicture } from "./wall_picture.js";

/// The pointer and the button go when nobody moves the mouse.
const POINTER_REST_MS = 2_500;

/// If the page could not be opened, as while the server starts, it is loaded again.
const LOAD_AGAIN_MS = 15_000;

/** @param {string} id @returns {SitePage} */
function wallPage(id) {
  const picture = new WallPicture(id);
  const tools = h(
    "div",
    { class: "wall-tools" },
    iconButton("presentation", t("wall_full_screen"), () => toggleFullScreen()),
  );
  const page = h("div", { class: "wall-page" }, picture.element, tools);
  return {
    name: "wall",
    title: () => t("wall_title"),
    draw: () => [page],
    placed: () => {
      picture.stop();
      picture.start();
      keepAwake();
      hidePointer(page);
    },
    key: (event) => {
      if (event.key === "f" && !event.ctrlKey && !event.metaKey && !event.altKey) toggleFullScreen();
    },
  };
}

function toggleFullScreen() {
  // A browser may refuse, as one in a kiosk does; the wall fills its window anyway.
  if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
  else document.documentElement.requestFullscreen().catch(() => {});
}

/// Keeps the screen on, where the browser allows it: only in a secure context.
function keepAwake() {
  const ask = () => {
    if (document.visibilityState === "visible") navigator.wakeLock?.request("screen").catch(() => {});
  };
  document.addEventListener("visibilitychange", ask);
  ask();
}

/** @param {HTMLElement} page */
function hidePointer(page) {
  let timer = 0;
  const show = () => {
    page.classList.add("has-pointer");
    clearTimeout(timer);
    timer = setTimeout(() => page.classList.remove("has-pointer"), POINTER_REST_MS);
  };
  page.addEventListener("pointermove", show);
  page.addEventListener("keydown", show);
}

openSite(async () => {
  const id = decodeURIComponent(/^\/wall\/([^/]+)/.exec(location.pathname)?.[1] ?? "all");
  // There may be no such tournament, and a private server lets in only those who have a link.
  await api("wall/" + encodeURIComponent(id));
  return wallPage(id);
});
setInterval(() => document.querySelector(".wall-page") ?? location.reload(), LOAD_AGAIN_MS);
