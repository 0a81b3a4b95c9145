import type { AuditTarget } from "../../core/audit/actions.ts";
import type { AuditRow } from "../../core/contracts/audit-views.ts";
import { BATCH_ID, JOB_ID } from "../../core/ids.ts";

/** How someone signed in, shown after their name. */
export function viaWords({ via, token }: Pick<AuditRow, "via" | "token">): string {
  switch (via) {
    case "session":
      return "signed in";
    case "password":
      return "by password";
    case "token":
      return token ? `by API token ${token.name}` : "by API token";
    case "link":
      return "by a one-time link";
    case "system":
      return "by itself";
    default:
      return via;
  }
}

const part = encodeURIComponent;
const inRoom = (room: string) => (id: string) => `/${room}/${part(id)}`;

/** Where what an act was about is shown; undefined where it has no page, or where only its id is known. */
const PAGES: Readonly<Record<AuditTarget, (id: string, row: AuditRow) => string | undefined>> = {
  person: (id, { target }) => (target.name === null ? undefined : inRoom("people")(id)),
  token: (_, { actor, before }) => {
    const owner = fact(before, "owner") ?? actor.id;
    return owner === null ? undefined : inRoom("people")(owner);
  },
  object: inRoom("objects"),
  collection: inRoom("collections"),
  intake: () => undefined,
  batch: inRoom("batches"),
  job: inRoom("jobs"),
  jobs: (id) => {
    if (JOB_ID.test(id)) return inRoom("jobs")(id);
    if (BATCH_ID.test(id)) return inRoom("batches")(id);
    return id === "jobs" ? undefined : inRoom("collections")(id);
  },
  incident: () => "/",
  lane: inRoom("lanes"),
  callback: (_, { after }) => {
    const job = fact(after, "job");
    return job === undefined ? undefined : inRoom("jobs")(job);
  },
  check: (id) => `/checks?run=${part(id)}`,
  sequencer: () => "/sequencer",
  task: () => undefined,
  audit: () => undefined,
};

/** The page of what an act was about. */
export function targetPage(row: AuditRow): string | undefined {
  const { kind, id } = row.target;
  return kind === null ? undefined : PAGES[kind](id, row);
}

/** What an act was about, in a word: its name where it has one. Undefined where the act's own words say it. */
export function targetWords({ target, actor }: AuditRow): string | undefined {
  if (target.kind === "intake" || target.kind === "audit" || target.id === "jobs") return undefined;
  if (target.id === actor.id || target.id === actor.name) return undefined;
  return target.name ?? target.id;
}

/** One thing an act changed, or says: by its name, with what it was and what it became. */
export type AuditFact = { readonly name: string; readonly from?: string; readonly to?: string };

/** What an act changed and says, in the order it was written: names of both sides once. */
export function auditFacts({ before, after }: Pick<AuditRow, "before" | "after">): AuditFact[] {
  const [was, is] = [entriesOf(before), entriesOf(after)];
  return [...new Set([...was.keys(), ...is.keys()])].map((name) => ({
    name: wordsOf(name),
    ...(was.has(name) && { from: textOf(was.get(name)) }),
    ...(is.has(name) && { to: textOf(is.get(name)) }),
  }));
}

/** `sessionsEnded` as "sessions ended". */
function wordsOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function entriesOf(facts: unknown): ReadonlyMap<string, unknown> {
  return new Map(typeof facts === "object" && facts !== null ? Object.entries(facts) : []);
}

function fact(facts: unknown, name: string): string | undefined {
  const value = entriesOf(facts).get(name);
  return typeof value === "string" ? value : undefined;
}

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === "") return "none";
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.map(textOf).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
