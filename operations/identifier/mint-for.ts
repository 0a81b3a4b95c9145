import { QueueError } from "../../core/errors.ts";
import { reservedRecord } from "../../core/identifier/ezid-record.ts";
import type { EzidAnswer, EzidCall, IdentifierService } from "../../core/identifier/ports.ts";
import { beginMint } from "../../prisma/store/minted/begin.ts";
import { forgetMint } from "../../prisma/store/minted/forget.ts";
import { chooseFor } from "../stage/identify.ts";
import type { StageInput, Waiting } from "../stage/stage.ts";
import { callService, refusal } from "./call-service.ts";
import { keepMinted } from "./keep-minted.ts";
import { reserveOwn } from "./reserve-own.ts";

/** A mint is never broken off, only bounded by its deadline: what it made would be lost. */
const NEVER = new AbortController().signal;

const DIED =
  "A worker ended while it asked the identifier service for an ARK. If the ARK was minted it is left there, reserved, with this job's id.";

/**
 * Reserves an ARK at the collection's identifier service for a job that needs a new one and has none, and saves it before
 * anything else happens. Outside any transaction, as it is a call over the network; `identify` finds the saved one.
 * Does nothing where Waybill mints itself. @returns why the job has to wait
 * @throws QueueError `identifier_service_failed`, `lease_lost`
 */
export async function mintFor(input: StageInput): Promise<Waiting | undefined> {
  if (input.settings.minter === "local") return undefined;
  if ((await chooseFor(input.ctx.db, input)).kind !== "mint") return undefined;
  const answer = await callService(input, (service, call) => mint(input, service, call));
  if (answer.kind === "refused") throw refusal("to mint an ARK", answer.message);
  return answer.kind === "wait" ? answer : undefined;
}

async function mint(input: StageInput, service: IdentifierService, call: EzidCall): Promise<EzidAnswer> {
  const { ctx, ports, job, settings, fence } = input;
  const isOwn = settings.ezidNames === "own";
  const begun = await beginMint(ctx.db, { jobId: job.id, fence, ...(isOwn ? {} : { unknown: DIED }) });
  if (!begun) throw new QueueError("lease_lost", `The lease on ${job.id} is lost.`);
  // the worker that had this job before heard an answer after all
  if (begun.ark !== null) return { kind: "done", identifier: begun.ark };
  await ports.faultPoint("Processing:mint-begun");
  const shoulder = `ark:/${settings.naan}/${settings.shoulder}`;
  const record = reservedRecord({
    jobId: job.id,
    who: job.creator,
    what: job.title,
    when: job.date,
    localIds: job.localIds,
    target: settings.ezidTarget,
    coOwner: settings.ezidCoOwner,
  });
  const unbroken = { ...call, signal: NEVER };
  const answer = isOwn
    ? await reserveOwn(input, service, { number: begun.number, record, call: unbroken })
    : await service.mint(shoulder, record, unbroken);
  await ports.faultPoint("Processing:mint-answered");
  if (answer.kind === "done") {
    await keepMinted(input, service, { ark: answer.identifier, shoulder, call: unbroken });
    await ports.faultPoint("Processing:minted");
    return answer;
  }
  // a name of our own is asked for again, so nothing is left over
  if (isOwn) return answer;
  const isUnsure = answer.kind === "again" && answer.isUnsure;
  await forgetMint(ctx.db, job.id, isUnsure ? lost(answer.message) : undefined);
  return answer;
}

function lost(message: string): string {
  return `The identifier service was asked for an ARK and its answer did not come: ${message}. If the ARK was minted it is left there, reserved, with this job's id.`;
}
