import { AUDIT_KINDS, type AuditKind } from "../../core/audit/actions.ts";
import { BATCH_STATES } from "../../core/batch/states.ts";
import { CALLBACK_STATUSES } from "../../core/contracts/callback-requests.ts";
import { JOB_STATES } from "../../core/job/states.ts";
import { TASK_STATES } from "../../core/task/states.ts";
import type { AuditFilter } from "../queries/audit.ts";
import type { BatchFilter } from "../queries/batches.ts";
import type { CallbackFilter } from "../queries/callbacks.ts";
import type { JobFilter } from "../queries/jobs.ts";
import type { LaneFilter } from "../queries/lanes.ts";
import type { ObjectFilter } from "../queries/objects.ts";
import type { TaskFilter } from "../queries/tasks.ts";

/** Reads a name from the URL, in the browser or on the server. */
export type ReadValue = (name: string) => string | undefined;

const MAX_SEARCH = 200;
const MAX_SLUG = 64;
const MAX_EXACT = 254;

function search(value: ReadValue): string | undefined {
  return value("q")?.slice(0, MAX_SEARCH).trim() || undefined;
}

function collection(value: ReadValue): string | undefined {
  const slug = value("collection");
  return slug && slug.length <= MAX_SLUG ? slug : undefined;
}

function cursor(value: ReadValue, name: string): string | undefined {
  const given = value(name);
  return given && given.length <= MAX_SEARCH ? given : undefined;
}

/** One value when it is among the allowed: an old or mistyped link shows everything instead of an error. */
function choice<Choice extends string>(
  given: string | undefined,
  choices: readonly Choice[],
): Choice | undefined {
  return choices.find((candidate) => candidate === given);
}

export function batchFilter(value: ReadValue) {
  return {
    state: choice(value("state"), BATCH_STATES),
    collection: collection(value),
    q: search(value),
    cursor: cursor(value, "cursor"),
  } satisfies BatchFilter;
}

export function jobFilter(value: ReadValue) {
  return {
    state: choice(value("state"), JOB_STATES),
    collection: collection(value),
    q: search(value),
    cursor: cursor(value, "cursor"),
  } satisfies JobFilter;
}

/** The jobs shown on a batch's page. */
export function batchJobsFilter(batch: string, value: ReadValue) {
  return {
    batch,
    state: choice(value("state"), JOB_STATES),
    cursor: cursor(value, "jobs"),
  } satisfies JobFilter;
}

export function objectFilter(value: ReadValue) {
  return {
    collection: collection(value),
    q: search(value),
    cursor: cursor(value, "cursor"),
  } satisfies ObjectFilter;
}

export function laneFilter(value: ReadValue) {
  return {
    q: search(value),
    alarm: choice(value("alarm"), ["true"]),
    cursor: cursor(value, "cursor"),
  } satisfies LaneFilter;
}

export function callbackFilter(value: ReadValue) {
  return {
    status: choice(value("status"), CALLBACK_STATUSES),
    collection: collection(value),
    cursor: cursor(value, "cursor"),
  } satisfies CallbackFilter;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const AUDIT_KIND_NAMES = Object.keys(AUDIT_KINDS) as AuditKind[];

/** One line of text that an index is asked for. */
function exact(given: string | undefined): string | undefined {
  return given?.slice(0, MAX_EXACT).trim() || undefined;
}

function day(given: string | undefined): string | undefined {
  return given && DAY.test(given) && !Number.isNaN(Date.parse(given)) ? given : undefined;
}

export function auditFilter(value: ReadValue) {
  return {
    kind: choice(value("kind"), AUDIT_KIND_NAMES),
    person: exact(value("person")),
    target: exact(value("target")),
    address: exact(value("address"))?.slice(0, MAX_SLUG),
    from: day(value("from")),
    to: day(value("to")),
    cursor: cursor(value, "cursor"),
  } satisfies AuditFilter;
}

const MAX_LANE = 1_000;

/** A lane's key is JSON, and is compared as it is. */
function laneKey(given: string | undefined): string | undefined {
  return given && given.length <= MAX_LANE ? given : undefined;
}

export function taskFilter(value: ReadValue) {
  return {
    name: exact(value("name"))?.slice(0, MAX_SLUG),
    state: choice(value("state"), TASK_STATES),
    lane: laneKey(value("lane")),
    submitter: exact(value("submitter")),
    from: day(value("from")),
    to: day(value("to")),
    cursor: cursor(value, "cursor"),
  } satisfies TaskFilter;
}

/** Where a list of a page with several begins. */
export function pageCursor(
  value: ReadValue,
  name: "changes" | "cursor" | "events" | "files",
): string | undefined {
  return cursor(value, name);
}

/** Is anything but the page narrowed? */
export function isNarrowed({
  cursor: _,
  ...filter
}: AuditFilter | TaskFilter | (BatchFilter & JobFilter)): boolean {
  return Object.values(filter).some((value) => value !== undefined);
}
