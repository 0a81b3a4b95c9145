import type { Refusal } from "../contracts/mail.ts";

/** An address the server would not take in one try. `permanent`: trying again is pointless. */
export type TriedRefusal = Refusal & { readonly permanent: boolean };

/** What came of one try: the server answered for each address, or the mail failed as a whole. */
export type Try =
  | {
      readonly kind: "answered";
      readonly response: string;
      readonly accepted: readonly string[];
      readonly refused: readonly TriedRefusal[];
    }
  | { readonly kind: "failed"; readonly reason: string; readonly permanent: boolean };

/** How things stood before the try. `response`: the server's answer if anybody has been served. `tries` counts this one. */
export type BeforeTry = {
  readonly left: readonly string[];
  readonly refused: readonly Refusal[];
  readonly response: string | null;
  readonly tries: number;
  readonly mostTries: number;
};

/** What becomes of the mail. `left`: who the next try is for. */
export type AfterTry =
  | { readonly kind: "sent"; readonly response: string; readonly lastError: string | null }
  | {
      readonly kind: "again";
      readonly left: readonly string[];
      readonly refused: readonly Refusal[];
      readonly response: string | null;
      readonly lastError: string;
    }
  | { readonly kind: "failed"; readonly lastError: string };

/**
 * Decides what becomes of a mail after a try. Whoever has been served is never written to again; addresses refused for
 * now are tried again alone; a mail that reached anybody ends Sent, with the refused addresses named.
 * Source: docs/reference/mail.md, "Sending".
 */
export function decideAfterTry(tried: Try, before: BeforeTry): AfterTry {
  const response = tried.kind === "answered" && tried.accepted.length > 0 ? tried.response : before.response;
  const { later, never } = sort(tried, before.left);
  const refused = [...before.refused, ...never];
  if (later.length > 0 && before.tries < before.mostTries) {
    return {
      kind: "again",
      left: later.map(({ address }) => address),
      refused,
      response,
      lastError: sayAll([...refused, ...later]),
    };
  }
  const all = [...refused, ...later];
  if (response !== null) return { kind: "sent", response, lastError: all.length > 0 ? sayAll(all) : null };
  return { kind: "failed", lastError: sayAll(all) };
}

/** Those to try again and those refused for good. A failure of the whole mail is one for everybody left. */
function sort(
  tried: Try,
  left: readonly string[],
): { readonly later: readonly Refusal[]; readonly never: readonly Refusal[] } {
  if (tried.kind === "failed") {
    const all = left.map((address) => ({ address, reason: tried.reason }));
    return tried.permanent ? { later: [], never: all } : { later: all, never: [] };
  }
  const of = (permanent: boolean) =>
    tried.refused
      .filter((one) => one.permanent === permanent)
      .map(({ address, reason }) => ({ address, reason }));
  return { later: of(false), never: of(true) };
}

/** One line per distinct reason with the addresses it holds for. */
function sayAll(refusals: readonly Refusal[]): string {
  const byReason = new Map<string, string[]>();
  for (const { address, reason } of refusals) {
    const addresses = byReason.get(reason);
    if (addresses) addresses.push(address);
    else byReason.set(reason, [address]);
  }
  return [...byReason].map(([reason, addresses]) => `${addresses.join(", ")}: ${reason}`).join("\n");
}
