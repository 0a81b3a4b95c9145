/** A sentence with its full stop. */
export function ended(sentence: string): string {
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** A number with its thousands apart: `1,204`. */
export function count(value: number): string {
  return value.toLocaleString("en-US");
}
