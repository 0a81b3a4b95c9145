import { ARRIVAL_MS, arrivalOf } from "./arrival.model.ts";

/**
 * Sees to it that a pressed link leads somewhere. The router goes to a page in a transition of React's, which does not end
 * while its answer is lost on the way, nor, by vercel/next.js issue 98305, when it begins while a page comes to life. Then
 * the browser follows the link by itself.
 */
export function watchArrivals(): void {
  let timer: number | undefined;
  // on the window, so that it hears of a click after the router has
  window.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link) return;
    window.clearTimeout(timer);
    const from = window.location.href;
    const { href, target } = link;
    const isDownload = link.hasAttribute("download");
    const address = arrivalOf(from, { href, target, isDownload, isTakenOver: event.defaultPrevented });
    if (!address) return;
    timer = window.setTimeout(() => {
      if (window.location.href === from) window.location.assign(address);
    }, ARRIVAL_MS);
  });
}
