/**
 * What an API token may be good for, beside what its owner's role allows. `read`: everything the owner may read; `deposit`:
 * deposits, signed batches, failed jobs run again; `operate`: holds, priorities, deletions, lanes' acts, checks;
 * `configure`: collections, profiles, lanes, signing keys; `audit`: what people did; `tasks`: everything about tasks.
 */
export const SCOPES = ["read", "deposit", "operate", "configure", "audit", "tasks"] as const;
export type Scope = (typeof SCOPES)[number];

export function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text);
}
