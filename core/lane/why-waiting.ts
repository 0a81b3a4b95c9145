import { count, ended, tell } from "../sentence.ts";
import { clock, since } from "../time-words.ts";
import { because, type HeadFacts, type LaneStanding, type Why } from "./why-facts.ts";
import { silent, whyHeadWaits } from "./why-head.ts";

/**
 * One sentence that answers "what is this lane waiting for?". Decisions for a person come first, then whatever stops
 * the whole lane, then the state of the first batch. Source: docs/reference/lanes.md.
 */
export function whyWaiting(lane: LaneStanding): Why {
  const { head, now } = lane;
  if (lane.ordering === "serial" && lane.inFlight > 1) return severalOpen(lane);
  if (lane.held) {
    const { at, by, reason } = lane.held;
    return because(
      "held",
      tell`Held by ${by} ${since(at, now)}: ${ended(reason)} Nothing is sent until it is released.`,
    );
  }
  if (lane.halted) return halted(lane.halted, now);
  if (!head) return because("empty", "Nothing waits in this lane.");
  // batches that have begun go on
  if (lane.intake && waitsForIntake(head, lane)) {
    const { at, by, reason, until } = lane.intake;
    const end = until ? tell` It ends at ${clock(until, now)}.` : "";
    return because(
      "intake_held",
      tell`The whole intake is held by ${by} ${since(at, now)}: ${ended(reason)} No batch is begun until that is released.${end}`,
    );
  }
  const why = whyHead(head, lane);
  const isStill = why.cause === "unresolved" || why.cause === "batch_held" || why.cause === "stopped";
  if (!lane.isWorked && !isStill) {
    return because("no_worker", "No worker is running, so nothing moves. An operator must start one.");
  }
  return lane.ordering === "serial" ? why : { ...why, sentence: tell`${places(lane)} ${why.sentence}` };
}

function halted({ at, reason }: NonNullable<LaneStanding["halted"]>, now: Date): Why {
  const why = reason === null ? "." : `: ${ended(reason)}`;
  return because("halted", tell`Halted ${since(at, now)}${why} An operator resumes it.`);
}

/** Why another collection's batch waits is told only to readers who may see that collection. */
function whyHead(head: HeadFacts, lane: LaneStanding): Why {
  if (lane.isHeadShown) return whyHeadWaits(head, lane);
  // these causes concern the lane itself, whichever batch is first
  if (lane.silentSince && lane.inFlight > 0) return silent(lane.silentSince, null, lane);
  return because("others", "The first batch belongs to another collection; yours follow in turn.");
}

/** Whether it has not really begun: it is untouched, or has only found working storage full. */
function waitsForIntake({ state, submitted, status }: HeadFacts, { backend }: LaneStanding): boolean {
  if (state === "Pending") return true;
  if (state !== "Processing" || submitted) return false;
  return status === null || (status === "Delayed" && backend === "repository");
}

function severalOpen({ inFlight }: LaneStanding): Why {
  return because(
    "several_open",
    tell`${count(inFlight)} batches are open at once, which must not happen in a serial lane, so nothing is sent until only one is left. An operator decides on each.`,
  );
}

/** How much of an unordered lane's width is in use. */
function places({ inFlight, width }: LaneStanding): string {
  return `${count(inFlight)} of ${count(width)} ${width === 1 ? "place is" : "places are"} taken.`;
}
