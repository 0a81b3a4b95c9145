/** A pause that doubles: `firstMs` after no failure before this one (`times` 0), at most `mostMs`. Chance is added by whoever waits. */
export function doubledMs(firstMs: number, times: number, mostMs: number): number {
  return Math.min(mostMs, firstMs * 2 ** Math.min(times, 52));
}
