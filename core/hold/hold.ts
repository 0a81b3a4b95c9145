/** A hold in force: who placed it, when, why, and when it ends by itself; `until` null: it takes a person. */
export type Hold = {
  readonly at: Date;
  readonly by: string;
  readonly reason: string;
  readonly until: Date | null;
};

/** The four columns every thing that can be held has. */
export type HoldColumns = {
  readonly heldAt: Date | null;
  readonly heldBy: string | null;
  readonly heldReason: string | null;
  readonly heldUntil: Date | null;
};

/** The hold on a row; null: none. */
export function holdOf({ heldAt, heldBy, heldReason, heldUntil }: HoldColumns): Hold | null {
  if (heldAt === null) return null;
  const [by, reason] = [heldBy ?? "an operator", heldReason ?? "no reason given"];
  return { at: heldAt, by, reason, until: heldUntil };
}
