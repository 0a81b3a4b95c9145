import type { CheckKind } from "../check/kinds.ts";
import type { Page } from "./views.ts";

/** `broken`: its worker died, and no other takes it over. */
export type CheckStanding = "waiting" | "running" | "ended" | "failed" | "broken";

/** A check as lists show it. `found` and `left`: findings, and those not repaired yet. */
export type CheckRow = {
  readonly id: string;
  readonly requestedBy: string;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly standing: CheckStanding;
  /** All stored bytes were read. */
  readonly deep: boolean;
  /** How many things of each kind were checked, by the kind's name. */
  readonly looked: Readonly<Record<string, number>>;
  /** Why it could not be finished. */
  readonly error: string | null;
  readonly found: number;
  readonly left: number;
};

/**
 * Findings of one kind in a check. `asked`: how many are being repaired; `what`, `repair`: sentences; `repair` null:
 * only a person can repair it.
 */
export type KindView = {
  readonly kind: CheckKind;
  readonly name: string;
  readonly what: string;
  readonly repair: string | null;
  readonly isSafe: boolean;
  readonly found: number;
  readonly left: number;
  readonly asked: number;
};

/** One inconsistency. `isAsked`: its repair is under way; `repair`: what was done, or why that was impossible. */
export type FindingView = {
  readonly id: string;
  readonly kind: CheckKind;
  readonly subject: string;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly isAsked: boolean;
  readonly repairedAt: string | null;
  readonly repairedBy: string | null;
  readonly repair: string | null;
};

/** A check with one page of its findings. */
export type CheckView = CheckRow & {
  readonly kinds: readonly KindView[];
  readonly findings: Page<FindingView>;
};
