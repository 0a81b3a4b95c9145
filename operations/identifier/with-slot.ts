import { setTimeout as sleep } from "node:timers/promises";
import { WaybillError } from "../../core/errors.ts";
import type { EzidAnswer, EzidCall, IdentifierService } from "../../core/identifier/ports.ts";
import { wakingNow } from "../../lib/waking-clock.ts";
import { makeSlots, releaseSlot, takeSlot } from "../../prisma/store/slot.ts";
import type { Context } from "../context.ts";

/** The places of all workers together. */
const NAME = "ezid";
/** How long a call waits here for a place; after that the job waits without occupying a handler. */
const PATIENCE_MS = 1_000;
const LOOK_MS = 50;
/**
 * A place outlives the call's deadline by this fraction of the timeout, so that the service can notice that the caller
 * is gone.
 */
const GRACE = 0.25;

/** One call of the service, made while a place is held. */
export type Act = (service: IdentifierService, call: EzidCall) => Promise<EzidAnswer>;

/**
 * Makes one call under one of the EZID_AT_ONCE places. If the worker dies or no answer comes, the place expires by the
 * database's clock, since EZID may still be working on the call.
 * @returns undefined when no place is free
 */
export async function withSlot(
  ctx: Context,
  service: IdentifierService,
  signal: AbortSignal,
  act: Act,
): Promise<EzidAnswer | undefined> {
  const { EZID_AT_ONCE: atOnce, EZID_TIMEOUT_MS: timeoutMs } = ctx.env;
  const holder = ctx.uuid();
  const ask = { name: NAME, holder, atOnce, holdMs: timeoutMs * (1 + GRACE) };
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    signal.throwIfAborted();
    // counted from before the place is taken, so that the call ends before the place does
    const deadline = wakingNow() + timeoutMs;
    if ((await takeSlot(ctx.db, ask)) !== undefined)
      return callUnder(ctx, holder, () => act(service, { deadline, signal }));
    if ((await makeSlots(ctx.db, NAME, atOnce)) > 0) continue;
    if (performance.now() > end) return undefined;
    await sleep(LOOK_MS, undefined, { signal });
  }
}

async function callUnder(ctx: Context, holder: string, call: () => Promise<EzidAnswer>): Promise<EzidAnswer> {
  const answer = await call().catch(async (error: unknown) => {
    // an error of ours, so no call is under way
    if (error instanceof WaybillError) await releaseSlot(ctx.db, NAME, holder);
    throw error;
  });
  if (answer.kind !== "again" || !answer.isUnsure) await releaseSlot(ctx.db, NAME, holder);
  return answer;
}
