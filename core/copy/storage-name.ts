import { STORAGE_TARGETS } from "../storage/object-stores.ts";

/** Where objects themselves are kept, and what markers call their roots. */
const TAKEN: readonly string[] = [...STORAGE_TARGETS, "working", "objects"];

/** What is wrong with the name of a further storage, or undefined. Source: docs/reference/copies.md. */
export function copyStorageNameFault(name: string): string | undefined {
  if (TAKEN.includes(name)) return `${name} is where objects themselves are kept`;
  if (/^[a-z][a-z0-9-]{0,30}$/.test(name)) return undefined;
  return "a name has up to 31 small letters, digits and hyphens, a letter first";
}
