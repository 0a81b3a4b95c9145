const UNITS = ["bytes", "kB", "MB", "GB", "TB", "PB"] as const;
const NUMBER = new Intl.NumberFormat("en");

/** A number with its thousands apart: "1,204". */
export function count(value: number): string {
  return NUMBER.format(value);
}

/** "1 job", "1,204 jobs". */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** A size in decimal units with three digits: "0 bytes", "999 bytes", "1.2 GB". Text that is no number stays as it is. */
export function bytes(value: number | string): string {
  const size = Number(value);
  if (!Number.isFinite(size) || size < 0) return String(value);
  let shown = size;
  let unit = 0;
  while (shown >= 999.5 && unit < UNITS.length - 1) {
    shown /= 1000;
    unit += 1;
  }
  const digits = unit === 0 || shown >= 99.95 ? 0 : 1;
  const word = unit === 0 && size === 1 ? "byte" : UNITS[unit];
  return `${shown.toFixed(digits).replace(/\.0$/, "")} ${word}`;
}

/** The exact size: "12,400,000,123 bytes". Sizes are decimal strings, which may be larger than a number holds. */
export function exactBytes(value: number | string): string {
  const text = String(value);
  return /^\d+$/.test(text)
    ? `${text.replace(/\B(?=(\d{3})+$)/g, ",")} ${text === "1" ? "byte" : "bytes"}`
    : text;
}

/** How far something is, 0 to 100, whole. 100 only when it is all there. */
export function percent(done: number, total: number): number {
  if (total <= 0) return 0;
  return done >= total ? 100 : Math.max(0, Math.floor((done / total) * 100));
}

/** "a, b and c". */
export function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} and ${last}`;
}

/** The middle of a long id cut out: "bid-1f0c…9a2e". */
export function shortId(id: string): string {
  return id.length <= 16 ? id : `${id.slice(0, 8)}…${id.slice(-4)}`;
}
