import { ERRORS, type WhoActs } from "../errors.ts";
import { INTAKE_HELD } from "../hold/wait-code.ts";

/**
 * What jobs and batches wait for, by the code of their wait, after "waits for". Codes of core/errors.ts say who ends the
 * wait; the others end by themselves. Source: docs/reference/states.md, "Waits".
 */
export const WAITS_FOR = {
  working_storage_full: "space in working storage",
  disk_full: "disk space",
  never_fits: "more space than working storage has in total",
  storage_away: "a storage that is away",
  storage_unavailable: "storage that does not answer",
  storage_not_configured: "storage that is not set up",
  identifier_busy: "the identifier service, which is busy",
  identifier_unreachable: "the identifier service, which does not answer",
  object_busy: "another job of the same object",
  files_vanished: "files that must be fetched again",
  ledger_busy: "the ledger, which is busy",
  ledger_unknown: "word from the ledger",
  ledger_unreachable: "the ledger, which does not answer",
  database_unavailable: "the database",
  [INTAKE_HELD]: "the intake, which is held",
} as const satisfies Record<string, string>;
export type WaitCode = keyof typeof WAITS_FOR;

/** What a wait is for, after "waits for". Codes only newer code knows are told of without their name. */
export function waitsFor(code: string): string {
  const known: Readonly<Record<string, string>> = WAITS_FOR;
  return (Object.hasOwn(known, code) ? known[code] : undefined) ?? "a reason shown on its page";
}

/** Who ends a wait. */
export function whoEnds(code: string): WhoActs {
  return code in ERRORS ? ERRORS[code as keyof typeof ERRORS].who : "nobody";
}

/** What follows a sentence about a wait that a person has to end; "" for one that ends by itself. */
export function whoActsWords(code: string): string {
  return whoEnds(code) === "nobody" ? "" : " An operator has to act.";
}
