/**
 * Kinds of rows that are worked under a lease, each in a line of its own. Their tables share due_at, lease_owner,
 * lease_until, fence and kills. Source: docs/architecture.md, "The engine".
 */
export const LEASED = ["batch", "job", "mail", "callback", "lane", "check", "task"] as const;
export type Leased = (typeof LEASED)[number];
