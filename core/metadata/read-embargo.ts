import { WaybillError } from "../errors.ts";
import { shownPath } from "../storage/logical-path.ts";
import { readAnvl } from "./read-anvl.ts";

const TIME = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(\.\d+)?([+-]\d{2}:\d{2}|Z)?$/i;

/**
 * Until when an object is not to be shown to the public, or null for no such time. A time without a zone is UTC.
 * Errors: `embargo_invalid`. Source: docs/reference/metadata.md, "mrt-embargo.txt".
 */
export function readEmbargo(text: string): Date | null {
  const pairs = readAnvl(text).filter(({ key }) => key.toLowerCase() === "embargoenddate");
  const [pair, second] = pairs;
  if (!pair) throw fault(0, "it has no line embargoEndDate:");
  if (second) throw fault(second.line, "it has a second line embargoEndDate:");
  if (/^none$/i.test(pair.value)) return null;
  const until = readTime(pair.value);
  if (until === undefined)
    throw fault(pair.line, `${shownPath(pair.value)} is neither none nor a time like 2030-01-31T00:00:00Z`);
  return until;
}

function readTime(text: string): Date | undefined {
  const [, day, time, fraction = "", zone = "Z"] = TIME.exec(text) ?? [];
  if (day === undefined || time === undefined) return undefined;
  const at = new Date(`${day}T${time}${fraction.slice(0, 4)}${zone.toUpperCase()}`);
  const midnight = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(at.getTime()) || Number.isNaN(midnight.getTime())) return undefined;
  // a day the month does not have would quietly become one of the next
  return midnight.toISOString().startsWith(day) ? at : undefined;
}

function fault(line: number, why: string): WaybillError {
  const place = line === 0 ? "" : `, line ${line}`;
  const message = `The embargo cannot be read: ${why}. Write embargoEndDate: and none or a time in ISO 8601.`;
  return new WaybillError("embargo_invalid", `mrt-embargo.txt${place}: ${message}`, {
    problems: [{ line, code: "embargo_invalid", message }],
  });
}
