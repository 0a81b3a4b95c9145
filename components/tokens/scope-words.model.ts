import type { Scope } from "../../core/access/scopes.ts";

/** What each scope lets a token do. */
export const SCOPE_WORDS = {
  read: { name: "Read", does: "see everything you can see" },
  deposit: { name: "Deposit", does: "make deposits and run failed jobs again" },
  operate: { name: "Operate", does: "hold, release, delete, steer lanes, run checks" },
  configure: { name: "Configure", does: "change collections, profiles, lanes and signing keys" },
  tasks: { name: "Tasks", does: "start tasks, follow them, cancel them and have them tried again" },
  audit: { name: "Audit", does: "read and export what everybody did" },
} as const satisfies Record<Scope, { readonly name: string; readonly does: string }>;

/** The scopes of a token in a few words: "Read, Deposit". */
export function scopeNames(scopes: readonly Scope[]): string {
  return scopes.map((scope) => SCOPE_WORDS[scope].name).join(", ");
}
