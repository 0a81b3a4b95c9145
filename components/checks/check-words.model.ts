import type { CheckRow } from "../../core/contracts/check-views.ts";
import { count, counted } from "../display/amount.model.ts";

/** What became of a check, in a few words. */
export function outcomeOf({ standing, found, left }: Pick<CheckRow, "standing" | "found" | "left">): string {
  switch (standing) {
    case "waiting":
      return "Waits for a worker";
    case "running":
      return found === 0 ? "Is being made" : `Is being made: ${counted(found, "finding", "findings")} so far`;
    case "failed":
      return "Could not be finished";
    case "broken":
      return "Broken off";
    case "ended":
      if (found === 0) return "All is well";
      return left === 0
        ? `${counted(found, "finding", "findings")}, all repaired`
        : `${counted(left, "finding", "findings")} left of ${count(found)}`;
  }
}

/** What was looked at, in one line: "1,200 stored objects, 30 folders". */
export function lookedOf(looked: CheckRow["looked"]): string {
  return Object.entries(looked)
    .map(([what, number]) => `${count(number)} ${what}`)
    .join(", ");
}

/** The facts of a finding in one line, words first. */
export function factsLine(facts: Readonly<Record<string, unknown>>): string {
  const { note, ...rest } = facts;
  const told = Object.entries(rest)
    .filter(([name, value]) => !["ark", "root", "objectId"].includes(name) && value !== null && value !== "")
    .map(
      ([name, value]) => `${name}: ${Array.isArray(value) ? value.map(String).join("; ") : String(value)}`,
    );
  return [...(typeof note === "string" ? [note] : []), ...told].join(" · ");
}
