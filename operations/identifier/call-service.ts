import * as z from "zod";
import { WaybillError } from "../../core/errors.ts";
import { ezidPauseMs } from "../../core/identifier/ezid-answers.ts";
import type { EzidAnswer, IdentifierService } from "../../core/identifier/ports.ts";
import { findStep, keepStep } from "../../prisma/store/step.ts";
import type { StageInput, Waiting } from "../stage/stage.ts";
import { type Act, withSlot } from "./with-slot.ts";

const STEP = "identifier-tries";
const BUSY_MS = 1_000;
const Tries = z.object({ since: z.string(), tries: z.int() });

const BUSY: Waiting = {
  kind: "wait",
  code: "identifier_busy",
  why: "The identifier service is at its limit of calls at a time. This job goes on when one has ended.",
  againInMs: BUSY_MS,
};

/** An answer a stage can act on. */
export type Settled = Exclude<EzidAnswer, { kind: "again" }>;

/**
 * Makes one call to the identifier service for a job, or lets the job wait: for a free place, or for the service to
 * come back. Tries are counted per stay in a state, so that a resumed job starts with all of them.
 * @throws WaybillError `identifier_service_failed`: none is set up, or all tries are used up
 */
export async function callService(input: StageInput, act: Act): Promise<Settled | Waiting> {
  const { ctx, signal } = input;
  const answer = await withSlot(ctx, requireService(input), signal, act);
  if (!answer) return BUSY;
  return answer.kind === "again" ? pause(input, answer) : answer;
}

function requireService({ ports }: StageInput): IdentifierService {
  if (ports.identifiers) return ports.identifiers;
  throw new WaybillError(
    "identifier_service_failed",
    "The collection's identifiers come from EZID, but EZID_URL is not set. An operator must set it and resume the job.",
  );
}

async function pause(
  { ctx, job, fence }: StageInput,
  { message, retryAfterMs }: Extract<EzidAnswer, { kind: "again" }>,
): Promise<Waiting> {
  const since = job.stateAt.toISOString();
  const kept = Tries.safeParse(await findStep(ctx.db, job.id, STEP));
  const tries = (kept.success && kept.data.since === since ? kept.data.tries : 0) + 1;
  if (tries >= ctx.env.EZID_TRIES)
    throw new WaybillError(
      "identifier_service_failed",
      `The identifier service failed ${tries} times, most recently: ${message}.`,
    );
  await keepStep(ctx.db, job.id, fence, STEP, { since, tries });
  return {
    kind: "wait",
    code: "identifier_unreachable",
    why: `Try ${tries} of ${ctx.env.EZID_TRIES} at the identifier service failed: ${message}. Waybill tries again.`,
    againInMs: ezidPauseMs(tries, ctx.env.EZID_BACKOFF_MS, retryAfterMs),
  };
}

/** The error of a job whose request the service refuses. `what`: the act, as in "to mint an ARK". */
export function refusal(what: string, message: string): WaybillError {
  return new WaybillError(
    "identifier_service_failed",
    `The identifier service refused ${what}: ${message}. An operator must check its settings and resume the job.`,
  );
}
