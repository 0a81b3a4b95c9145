import { Properties, PropertiesNodeType } from "properties-file/parser";
import { ProfileSettings } from "../contracts/profile.ts";
import type { ProfileReading } from "../contracts/profile-views.ts";
import type { Problem } from "../errors.ts";
import { HANDLERS_NOTE, type KeyReading, MERRITT_HANDLERS, MERRITT_KEYS } from "./merritt-keys.ts";

type Line = { readonly line: number; readonly key: string; readonly value: string };
type Read = Line & { readonly stem: string; readonly reading: KeyReading };

const HANDLER = /^Handler[A-Za-z]*\.\d+$/;
const PACKAGE = "org.cdlib.mrt.ingest.handlers.";
const CODES = { problem: "profile_invalid", note: "profile_note" } as const;
/** Keys without which a profile says too little. */
const NEEDED = ["ProfileID", "Owner"] as const;

/** `given` and `name`: only what the file has keys for. */
export type MerrittProfile = Omit<ProfileReading, "name"> & {
  readonly name: string | undefined;
  readonly given: Partial<ProfileSettings>;
};

/**
 * Reads one of Merritt's profile files (Java properties) as settings of a collection. Every key that cannot be imported is
 * a problem with its line, and what Waybill does otherwise is a note; a repeated key counts as a problem, since Java keeps
 * only the last. A key without a value is as good as none. Source: docs/reference/profiles.md, "Merritt's profiles".
 */
export function readMerrittProfile(text: string): MerrittProfile {
  const lines = linesOf(text);
  const read = lines.filter(({ key }) => !HANDLER.test(key)).map(readLine);
  const settings: Partial<ProfileSettings> = Object.assign(
    {},
    ...read.map(({ reading }) => reading.settings),
  );
  const mails = read.flatMap(({ reading }) => (reading.mail === undefined ? [] : [reading.mail]));
  const slug = read.findLast(({ reading }) => reading.slug !== undefined)?.reading.slug ?? "";
  const given = mails.length > 0 ? { ...settings, notify: [...new Set(mails)] } : settings;
  const parsed = ProfileSettings.safeParse(given);
  return {
    slug,
    name: read.findLast(({ reading }) => reading.name)?.reading.name,
    given,
    settings: parsed.data ?? ProfileSettings.parse({}),
    problems: [
      ...missing(lines),
      ...told(read, "problem"),
      ...repeated(lines),
      ...lines.filter(({ key }) => HANDLER.test(key)).flatMap(handlerProblem),
      ...(parsed.error?.issues ?? []).map(({ path, message }) => problem(0, `${path.join(".")}: ${message}`)),
    ].sort((a, b) => a.line - b.line),
    notes: [...told(read, "note"), ...handlersNote(lines)],
  };
}

function linesOf(text: string): Line[] {
  return new Properties(text).nodes.flatMap((node) =>
    node.type === PropertiesNodeType.PROPERTY
      ? [{ line: node.startingLineNumber, key: node.key, value: node.value.trim() }]
      : [],
  );
}

function readLine(line: Line): Read {
  const numbered = /^(Collection|Notification)\.\d+$/.exec(line.key)?.[1];
  const stem = numbered ?? line.key;
  const isKnown =
    Object.hasOwn(MERRITT_KEYS, stem) &&
    (numbered !== undefined || !/^(Collection|Notification)$/.test(stem));
  const read = isKnown ? MERRITT_KEYS[stem] : undefined;
  if (!read) return { ...line, stem, reading: { problem: "Profiles have no such key." } };
  const isBlank = line.value === "" && !NEEDED.some((key) => key === stem);
  return { ...line, stem, reading: isBlank ? {} : read(line.value) };
}

function told(read: readonly Read[], which: "problem" | "note"): Problem[] {
  return read.flatMap(({ line, key, reading }) => {
    const words = reading[which];
    return words === undefined ? [] : [problem(line, `${key}: ${words}`, CODES[which])];
  });
}

function missing(lines: readonly Line[]): Problem[] {
  return NEEDED.filter((key) => !lines.some((line) => line.key === key)).map((key) =>
    problem(0, `${key} is missing.`),
  );
}

function repeated(lines: readonly Line[]): Problem[] {
  const firsts = new Map<string, number>();
  return lines.flatMap(({ line, key }) => {
    const first = firsts.get(key);
    if (first !== undefined) return [problem(line, `${key} stands there already, in line ${first}.`)];
    firsts.set(key, line);
    return [];
  });
}

function handlerProblem({ line, key, value }: Line): Problem[] {
  const stage = key.replace(/\.\d+$/, "");
  const known = MERRITT_HANDLERS[stage];
  if (!known) return [problem(line, `${key}: There is no stage ${stage}.`)];
  const isKnown = known.some((name) => value === `${PACKAGE}${name}`);
  return isKnown ? [] : [problem(line, `${key}: Waybill knows no handler ${JSON.stringify(value)}.`)];
}

function handlersNote(lines: readonly Line[]): Problem[] {
  const first = lines.find(({ key }) => HANDLER.test(key));
  return first ? [problem(first.line, HANDLERS_NOTE, CODES.note)] : [];
}

function problem(line: number, message: string, code: string = CODES.problem): Problem {
  return { line, code, message };
}
