/** A sentence saying how often a ledger took a batch and later no longer knew it. `times`: at least 1. */
export function forgottenSentence(times: number): string {
  const often = times === 1 ? "once" : times === 2 ? "twice" : `${times.toLocaleString("en-US")} times`;
  return `The ledger has taken it and forgotten it ${often}.`;
}
