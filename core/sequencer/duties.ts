/**
 * What one worker does for all: the one that writes the beats. Names are those of the rows of `duty`.
 * Source: docs/reference/sequencer.md, "Duties".
 */
export const DUTIES = [
  "claims",
  "holds",
  "sweep",
  "space",
  "alarms",
  "lane-alarms",
  "identifiers",
  "retention",
  "schedules",
  "figures",
] as const;
export type DutyName = (typeof DUTIES)[number];

/** A duty as its holder does it. `term`: of the holder's stint, the fence. */
export type HeldDuty = { readonly name: DutyName; readonly term: number };

/**
 * What a duty has to remember beyond its holder: which causes have been told. `keep` fails when the duty has another holder.
 */
export type Memory = {
  recall(): ReadonlySet<string>;
  keep(told: ReadonlySet<string>): Promise<void>;
};

/** A duty has another holder now: nothing of what failed with this was kept. */
export class DutyLost extends Error {
  constructor({ name, term }: HeldDuty) {
    super(`Another worker has the duty ${name} now; that of term ${term} has ended.`);
  }
}
