/** How often a ledger has taken a batch and then did not know it any more: at least once. */
export function forgottenSentence(times: number): string {
  const often = times === 1 ? "once" : times === 2 ? "twice" : `${times.toLocaleString("en-US")} times`;
  return `The ledger has taken it and forgotten it ${often}.`;
}
