/** How long a pressed link may take to another page. A page of the console answers within a second. */
export const ARRIVAL_MS = 5_000;

export type PressedLink = {
  /** Its whole address. */
  readonly href: string;
  readonly target: string;
  readonly isDownload: boolean;
  /** Script has taken the click over from the browser. */
  readonly isTakenOver: boolean;
};

/** The address a press is to arrive at: of another page of Waybill that script goes to. Undefined: there is none to wait for. */
export function arrivalOf(
  from: string,
  { href, target, isDownload, isTakenOver }: PressedLink,
): string | undefined {
  if (!isTakenOver || isDownload || (target !== "" && target !== "_self")) return undefined;
  const [here, there] = [new URL(from), new URL(href, from)];
  return there.origin === here.origin && there.pathname !== here.pathname ? there.href : undefined;
}
