import { lookedAtName } from "../../core/check/looked-at.ts";
import type { CheckRow } from "../../core/contracts/check-views.ts";
import { count, counted } from "../display/amount.model.ts";
import { exact } from "../display/time.model.ts";

/** What became of a check, in a few words. */
export function outcomeOf({ standing, found, left }: Pick<CheckRow, "standing" | "found" | "left">): string {
  switch (standing) {
    case "waiting":
      return "Waiting for a worker";
    case "running":
      return found === 0 ? "Check running" : `Check running: ${counted(found, "finding", "findings")} so far`;
    case "failed":
      return "Could not be finished";
    case "broken":
      return "Interrupted";
    case "ended":
      if (found === 0) return "All is well";
      return left === 0
        ? `${counted(found, "finding", "findings")}, all repaired`
        : `${counted(left, "finding", "findings")} left of ${count(found)}`;
  }
}

/** What was looked at, in one line: "1,200 stored objects, 1 folder". */
export function lookedOf(looked: CheckRow["looked"]): string {
  return Object.entries(looked)
    .map(([what, number]) => `${count(number)} ${lookedAtName(what, number)}`)
    .join(", ");
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/** A fact's name in words: `changedAt` is "changed at". */
function wordsOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** A fact for people: times in their zone, lists joined. */
function said(value: unknown, zone: string): string {
  if (Array.isArray(value)) return value.map(String).join("; ");
  const text = String(value);
  return TIME.test(text) ? exact(Date.parse(text), zone) : text;
}

/** The facts of a finding in one line, words first; times in the time zone given. */
export function factsLine(facts: Readonly<Record<string, unknown>>, zone: string): string {
  const { note, ...rest } = facts;
  const told = Object.entries(rest)
    .filter(([name, value]) => !["ark", "root", "objectId"].includes(name) && value !== null && value !== "")
    .map(([name, value]) => `${wordsOf(name)}: ${said(value, zone)}`);
  return [...(typeof note === "string" ? [note] : []), ...told].join(" · ");
}
