import type { CheckKind } from "../../core/check/kinds.ts";
import type { LookedAt } from "../../core/check/looked-at.ts";
import type { CheckFolders, CheckStorage } from "../../core/check/ports.ts";
import type { StorageRoot, WorkingFiles } from "../../core/ports.ts";
import type { Context } from "../context.ts";

/** The outside world of a check: what it reads, and what its repairs remove. */
export type CheckPorts = {
  readonly folders: CheckFolders;
  readonly storages: readonly CheckStorage[];
  readonly working: WorkingFiles;
  /** The roots of all storages that are checked: while one is away, nothing in it counts as missing. */
  readonly roots: readonly StorageRoot[];
};

/**
 * One run of a check. `graceMs`: anything changed more recently may still be in progress; `isDeep`: all stored bytes
 * are read.
 */
export type Look = {
  readonly ctx: Context;
  readonly ports: CheckPorts;
  readonly graceMs: number;
  readonly isDeep: boolean;
  readonly signal: AbortSignal;
  /** How many things of each kind were checked. */
  readonly counts: Map<string, number>;
};

/** An inconsistency. `facts`: what its repair and the reader need to know. */
export type Found = { readonly kind: CheckKind; readonly subject: string; readonly facts: object };

/** A finding about to be repaired, on behalf of `by`. */
export type Fix = Pick<Look, "ctx" | "ports" | "graceMs"> & {
  readonly subject: string;
  readonly facts: unknown;
  readonly by: string;
};

/**
 * Repairs one finding after checking it again. @returns a sentence saying what was done; undefined when the finding no
 * longer holds. Errors: WaybillError when it cannot be repaired
 */
export type Repair = (fix: Fix) => Promise<string | undefined>;

/** Rows of one page. */
const PAGE = 500;

/** Counts checked things, and throws when the run is to stop. */
export function counted({ counts, signal }: Look, what: LookedAt, more: number): void {
  signal.throwIfAborted();
  counts.set(what, (counts.get(what) ?? 0) + more);
}

type Keyed = { readonly id: string };
type Page = { readonly graceMs: number; readonly after: string; readonly limit: number };

/** All rows of a keyset list, with one page in memory at a time. */
export async function* inPages<Row extends Keyed>(
  { graceMs, signal }: Look,
  list: (page: Page) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  for (let after = ""; ; ) {
    signal.throwIfAborted();
    const rows = await list({ graceMs, after, limit: PAGE });
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.id;
  }
}

/** Collects items into groups of some hundred, so that each group takes one statement. */
export async function* inGroups<T>(things: AsyncIterable<T>, size = PAGE): AsyncGenerator<readonly T[]> {
  let group: T[] = [];
  for await (const thing of things) {
    group.push(thing);
    if (group.length < size) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
