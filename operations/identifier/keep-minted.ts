import { setTimeout as sleep } from "node:timers/promises";
import { WaybillError } from "../../core/errors.ts";
import { readArk } from "../../core/identifier/ark.ts";
import type { EzidCall, IdentifierService } from "../../core/identifier/ports.ts";
import { isDatabaseAway } from "../../lib/database-fault.ts";
import { forgetMint, saveMinted } from "../../prisma/store/minted.ts";
import type { StageInput } from "../stage/stage.ts";

/** Tries while the database is away: nobody else knows the ARK. */
const TRIES = 20;
const PAUSE_MS = 500;

/** A minted ARK. `shoulder`: the shoulder it should be below; `call`: for one more call in the same place. */
type Minted = { readonly ark: string; readonly shoulder: string; readonly call: EzidCall };

/**
 * Saves an ARK that was just minted, in a statement of its own. If the job already has one, minted by a worker that had
 * lost the job, the new one is removed at the service; so is one that was already in use here.
 * @returns false: it is in use here, so another must be minted
 * @throws WaybillError `identifier_service_failed`: it is not an ARK below the shoulder
 */
export async function keepMinted(
  input: StageInput,
  service: IdentifierService,
  minted: Minted,
): Promise<boolean> {
  const { ctx, job } = input;
  const { ark, shoulder } = minted;
  if (!isBelow(ark, shoulder))
    throw await unusable(input, `${shown(ark)}, which is no ARK below ${shoulder}`);
  const saved = await saveSurely(input, ark);
  if (saved === ark) return true;
  await removeOwn(input, service, minted);
  if (saved !== undefined) return true;
  // last, so that a worker that dies before this leaves a record that an ARK may be orphaned
  const why = `The identifier service minted ${ark}, which is already in use here. Waybill asks for another one.`;
  await forgetMint(ctx.db, job.id, why, "job.identifier-passed-over");
  return false;
}

/**
 * Removes an unneeded ARK at the service, if it belongs to this job: a duplicated answer may name another job's ARK.
 */
async function removeOwn(
  { ctx, job }: StageInput,
  service: IdentifierService,
  { ark, call }: Minted,
): Promise<void> {
  const there = await service.view(ark, call);
  if (there.kind === "seen" && there.elements.get("waybill.job") !== job.id) return;
  const answer = there.kind === "seen" ? await service.remove(ark, call) : there;
  if (answer.kind !== "done")
    ctx.log.warn({ job: job.id, ark, why: answer.message }, "an unused ARK may still be reserved");
}

async function saveSurely({ ctx, job }: StageInput, ark: string): Promise<string | undefined> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await saveMinted(ctx.db, job.id, ark);
    } catch (error) {
      if (isDatabaseAway(error) && tried < TRIES) {
        await sleep(PAUSE_MS);
        continue;
      }
      ctx.log.error({ job: job.id, ark, err: error }, "a reserved ARK could not be saved and is orphaned");
      throw error;
    }
  }
}

async function unusable({ ctx, job }: StageInput, which: string): Promise<WaybillError> {
  await forgetMint(ctx.db, job.id, `The identifier service minted ${which}. It was not used.`);
  return new WaybillError(
    "identifier_service_failed",
    `The identifier service minted ${which}. An operator must check its settings and resume the job.`,
  );
}

function isBelow(ark: string, shoulder: string): boolean {
  try {
    return ark.length > shoulder.length && ark.startsWith(shoulder) && readArk(ark) === ark;
  } catch {
    return false;
  }
}

function shown(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 99)}…` : text);
}
