import type { BatchState } from "../batch/states.ts";
import { type PayloadKind, TYPE_FIELD } from "../manifest/kinds.ts";
import { type MerrittState, merrittState, merrittTime } from "./state.ts";

/** A batch in the queue: accepted and not ended. */
export type QueuedBatch = {
  readonly id: string;
  readonly state: BatchState;
  readonly createdAt: Date;
  readonly collection: string;
  readonly filename: string;
  readonly submitter: string;
  readonly kind: PayloadKind;
  readonly title: string | null;
  readonly creator: string | null;
  readonly date: string | null;
  readonly localId: string | null;
};

/** The batches that have not ended, first come first. */
export function queueState(batches: readonly QueuedBatch[]): MerrittState {
  return merrittState("que", "queueState", { queueEntries: { queueEntryState: batches.map(entry) } });
}

function entry(batch: QueuedBatch) {
  return {
    iD: batch.id,
    batchID: batch.id,
    status: batch.state,
    date: merrittTime(batch.createdAt),
    profile: batch.collection,
    name: batch.filename,
    user: batch.submitter,
    fileType: typeWord(batch.kind),
    objectTitle: batch.title,
    objectCreator: batch.creator,
    objectDate: batch.date,
    localID: batch.localId,
  };
}

/** The kind as the form's `type` says it; a ledger's batch has no such word. */
function typeWord(kind: PayloadKind): string | null {
  const words = Object.entries(TYPE_FIELD).filter(([, named]) => named === kind);
  return words.at(-1)?.[0] ?? null;
}
