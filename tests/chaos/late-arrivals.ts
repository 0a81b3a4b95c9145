/** A call of a worker: what is sent by it arrives from its beginning until it settles. */
export type Call = { readonly begunAt: Date; readonly settlesAt: Date };

/**
 * Whether a ledger that takes calls late, and no worker, explains how often and when a batch arrived: an arrival that lies
 * in no call's time of its own comes after a call that settled without one. False when each arrival lies in the time of
 * a call, so that the workers called too often, and when one arrived without any call.
 */
export function areLate(arrivals: readonly number[], calls: readonly Call[]): boolean {
  const left = [...arrivals];
  const unheard = calls.filter(({ begunAt, settlesAt }) => {
    const own = left.findIndex((at) => at >= begunAt.getTime() && at <= settlesAt.getTime());
    if (own >= 0) left.splice(own, 1);
    return own < 0;
  });
  if (left.length === 0) return false;
  for (const at of left) {
    const call = unheard.findIndex(({ settlesAt }) => settlesAt.getTime() < at);
    if (call < 0) return false;
    unheard.splice(call, 1);
  }
  return true;
}
