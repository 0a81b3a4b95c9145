import type { EventView } from "../../core/contracts/views.ts";
import { isJobState } from "../../core/job/states.ts";
import { counted } from "../display/amount.model.ts";
import { BATCH_LOOKS } from "../state/batch.model.ts";
import type { StateLook } from "../state/families.model.ts";
import { JOB_LOOKS } from "../state/job.model.ts";
import { SUBMISSION_LOOKS } from "../state/submission.model.ts";

/** A change of how a batch stands with its ledger, or of its hand-over. */
const SUBMISSION = "batch.submission";

/** How the target of an event is shown; undefined for a state it does not know, or an event that is no move. */
export function eventLook(event: EventView): StateLook | undefined {
  if (event.to === null) return undefined;
  if (event.kind === SUBMISSION) return (SUBMISSION_LOOKS as Partial<Record<string, StateLook>>)[event.to];
  if (event.jobId !== null) return isJobState(event.to) ? JOB_LOOKS[event.to] : undefined;
  return (BATCH_LOOKS as Partial<Record<string, StateLook>>)[event.to];
}

/** What happened, in a few words; "" for a plain move, which the badge of its new state says beside it. */
export function eventWords(event: EventView): string {
  if (event.kind === SUBMISSION) return event.to === "submitting" ? "Being submitted" : "Submission";
  if (event.kind === "callback.failed") return "Callback given up";
  if (event.kind === "callback.redelivered") return "Callback redelivered";
  return moveWords(event);
}

function moveWords(event: EventView): string {
  const subject = event.jobId === null ? "Batch" : "Job";
  if (event.from === null && event.to !== null) return event.jobId === null ? "Accepted" : "Job created";
  if (event.from === "Failed" && event.to !== null && event.to !== "Deleted") {
    return event.jobId === null ? "Continued" : "Resumed";
  }
  if (event.from === "Held" && event.to !== null) return event.to === "Deleted" ? "Deleted" : "Released";
  if (event.from !== null && event.to !== null) return plainMove(event, event.to);
  const [, act = event.kind] = event.kind.split(".");
  const spoken = act.replaceAll("-", " ").replaceAll("_", " ");
  return `${subject} ${spoken}`;
}

function plainMove(event: EventView, to: string): string {
  if (eventLook(event)) return "";
  return `${event.jobId === null ? "Batch" : "Job"} ${to}`;
}

/** The same for several jobs at once: "9 jobs", "9 jobs created", "9 jobs: resumed". */
export function manyWords(event: EventView, jobs: number): string {
  const words = eventWords(event);
  const many = counted(jobs, "job");
  if (words === "") return many;
  const [first, ...rest] = words.split(" ");
  return first === "Job" ? [many, ...rest].join(" ") : `${many}: ${words.toLowerCase()}`;
}

/** Ms between each event of a newest-first list and the one before it about the same batch or job, by event id. */
export function sincePrevious(events: readonly EventView[]): ReadonlyMap<string, number> {
  const spans = new Map<string, number>();
  const later = new Map<string, EventView>();
  for (const event of events) {
    const subject = event.jobId ?? event.batchId ?? "";
    const next = later.get(subject);
    if (next) spans.set(next.id, Date.parse(next.at) - Date.parse(event.at));
    later.set(subject, event);
  }
  return spans;
}
