import type { Query, QueryClient } from "@tanstack/react-query";
import type { ChangeNote } from "../../core/contracts/views.ts";
import { concerns, mergeNotes, NOTHING } from "./concerns.model.ts";

const GATHER_MS = 80;
const LEAST_PAUSE_MS = 400;
const MOST_PAUSE_MS = 5_000;

function isLoadingMore({ state }: Query): boolean {
  return state.fetchStatus === "fetching" && state.fetchMeta?.fetchMore !== undefined;
}

export type Refresher = {
  readonly note: (change: ChangeNote) => void;
  readonly all: () => void;
  readonly stop: () => void;
};

/**
 * Re-reads what changes touch and the page shows. Changes that arrive together are read once; the slower the answers,
 * the longer the pause, so that a batch of many jobs does not flood the server.
 */
export function makeRefresher(client: QueryClient): Refresher {
  let pending: ChangeNote | undefined;
  let everything = false;
  /** Hashes of queries that were loading one more page when they should have been read again. */
  let skipped: ReadonlySet<string> = new Set();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let busy = false;
  let restUntilMs = 0;

  const schedule = () => {
    if (busy || timer !== undefined) return;
    timer = setTimeout(() => void flush(), Math.max(GATHER_MS, restUntilMs - Date.now()));
  };
  const flush = async () => {
    timer = undefined;
    const [note, all, left] = [pending ?? NOTHING, everything, skipped];
    pending = undefined;
    everything = false;
    const skippedNow = new Set<string>();
    skipped = skippedNow;
    busy = true;
    const startedMs = Date.now();
    await client.invalidateQueries({
      predicate: (query) => {
        if (!all && !left.has(query.queryHash) && !concerns(note, query.queryKey)) return false;
        if (!isLoadingMore(query)) return true;
        // reading it again now would end that; it is done right after, and nothing else for it
        skippedNow.add(query.queryHash);
        return false;
      },
    });
    const tookMs = Date.now() - startedMs;
    restUntilMs = startedMs + tookMs + Math.min(MOST_PAUSE_MS, Math.max(LEAST_PAUSE_MS, 2 * tookMs));
    busy = false;
    if (everything || pending || skipped.size > 0) schedule();
  };

  return {
    note: (change) => {
      pending = mergeNotes(pending ?? NOTHING, change);
      schedule();
    },
    all: () => {
      everything = true;
      schedule();
    },
    stop: () => clearTimeout(timer),
  };
}
