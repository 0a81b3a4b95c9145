/** A thing in the database that migrations make by hand because Prisma's schema cannot say it. */
export interface HandWritten {
  readonly kind: "index" | "constraint" | "trigger" | "function" | "column" | "sequence";
  /** As the catalog names it; a column or trigger as `table.name`. */
  readonly name: string;
  readonly why: string;
}

/** What the drift check allows beside prisma/schema, and what `npm run db:new` leaves alone. Sorted by name. */
export const HAND_WRITTEN: readonly HandWritten[] = [
  { kind: "index", name: "attempt_open_idx", why: "partial: attempts without an answer" },
  { kind: "index", name: "batch_due_idx", why: "partial: what a worker looks at next" },
  { kind: "index", name: "batch_held_until_idx", why: "partial: holds that end by themselves" },
  { kind: "index", name: "batch_locking_idx", why: "partial: what locks a lane" },
  { kind: "index", name: "batch_payload_idx", why: "partial: uploads that count against working storage" },
  { kind: "index", name: "batch_processing_idx", why: "partial: batches in progress" },
  { kind: "index", name: "batch_stopped_idx", why: "partial: batches that stand still" },
  { kind: "index", name: "batch_untouched_idx", why: "partial: what waits in a lane" },
  { kind: "index", name: "event_position_idx", why: "followers read by (xid, id)" },
  { kind: "index", name: "job_asleep_idx", why: "partial: jobs that wait" },
  { kind: "index", name: "job_due_idx", why: "partial: what a worker looks at next" },
  { kind: "index", name: "job_file_sealed_idx", why: "partial: sealed addresses to be forgotten" },
  { kind: "index", name: "job_file_unverified_idx", why: "partial: files still to be fetched" },
  { kind: "index", name: "job_folders_idx", why: "partial: folders to expire" },
  { kind: "index", name: "job_held_until_idx", why: "partial: holds that end by themselves" },
  { kind: "index", name: "job_open_idx", why: "partial: has a batch open jobs" },
  { kind: "index", name: "job_open_named_idx", why: "expression: names of objects open jobs write" },
  { kind: "index", name: "job_open_supplied_idx", why: "partial: ARKs of objects open jobs write" },
  { kind: "index", name: "job_sealed_idx", why: "partial: sealed addresses to be forgotten" },
  { kind: "index", name: "job_space_idx", why: "partial: reserved working storage" },
  {
    kind: "index",
    name: "job_waiting_behind_idx",
    why: "partial: jobs that wait for another one of their object",
  },
  { kind: "index", name: "job_untold_idx", why: "partial: ended jobs whose outcome no report has told" },
  { kind: "index", name: "lane_claimed_idx", why: "partial: claims" },
  { kind: "index", name: "lane_due_idx", why: "partial: what a worker looks at next" },
  { kind: "index", name: "local_id_canonical_idx", why: "expression: local ids as they read" },
  { kind: "index", name: "local_id_canonical_key", why: "expression: no two read the same" },
  {
    kind: "index",
    name: "minted_ark_unused_idx",
    why: "partial: reserved ARKs that may have to be withdrawn",
  },
  { kind: "index", name: "outbox_callback_failed_idx", why: "partial: callbacks that need a person" },
  { kind: "index", name: "outbox_due_idx", why: "partial: what a worker looks at next" },
  { kind: "index", name: "step_result_warned_idx", why: "partial: jobs with warnings" },
  { kind: "trigger", name: "audit.audit_not_emptied", why: "the audit is never emptied" },
  { kind: "trigger", name: "audit.audit_only_added", why: "audit rows are never changed" },
  { kind: "trigger", name: "event.event_collection", why: "an event has its batch's collection" },
  { kind: "trigger", name: "event.event_not_emptied", why: "the events are never emptied" },
  { kind: "trigger", name: "event.event_only_added", why: "events are never changed" },
  { kind: "function", name: "canonical_text", why: "texts as they are compared" },
  { kind: "function", name: "canonical_texts", why: "the same of a list" },
  { kind: "function", name: "fill_collection", why: "what event.event_collection calls" },
  { kind: "function", name: "refuse_change", why: "what the other triggers call" },
];
