import { ARRIVAL_MS, arrivalOf } from "./arrival.model.ts";

/** How soon it is noticed that a press has arrived; a key that leads back at once is slower. */
const LOOK_MS = 50;

/**
 * Sees to it that a pressed link leads somewhere. The router goes to a page in a transition of React's, which does not end
 * while its answer is lost on the way, nor, by vercel/next.js issue 98305, when it begins while a page comes to life. Then
 * the browser follows the link by itself.
 */
export function watchArrivals(): void {
  let timer: number | undefined;
  const stop = () => window.clearInterval(timer);
  // Back leaves the page the press led to: whoever comes back here wants to stay
  window.addEventListener("popstate", stop);
  // on the window, so that it hears of a click after the router has
  window.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link) return;
    stop();
    const from = window.location.href;
    const { href, target } = link;
    const isDownload = link.hasAttribute("download");
    const address = arrivalOf(from, { href, target, isDownload, isTakenOver: event.defaultPrevented });
    if (!address) return;
    const until = performance.now() + ARRIVAL_MS;
    timer = window.setInterval(() => {
      const hasArrived = window.location.href !== from;
      if (!hasArrived && performance.now() < until) return;
      stop();
      if (!hasArrived) window.location.assign(address);
    }, LOOK_MS);
  });
}
