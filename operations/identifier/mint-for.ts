import { WaybillError } from "../../core/errors.ts";
import { reservedRecord } from "../../core/identifier/ezid-record.ts";
import { mintArk } from "../../core/identifier/mint-ark.ts";
import type { EzidAnswer, EzidCall, IdentifierService } from "../../core/identifier/ports.ts";
import { beginMint, forgetMint, isArkKnown, passOverMinted } from "../../prisma/store/minted.ts";
import { chooseFor } from "../stage/identify.ts";
import type { StageInput, Waiting } from "../stage/stage.ts";
import { callService, refusal } from "./call-service.ts";
import { keepMinted } from "./keep-minted.ts";
import { reserveOwn } from "./reserve-own.ts";
import { tellPassedOver } from "./tell-passed-over.ts";

/** The most ARKs one run skips because they are in use here; the next run goes on. */
const MOST_PASSED = 100;

/** A mint is never aborted, only bounded by its deadline: its ARK would be lost. */
const NEVER = new AbortController().signal;

const DIED =
  "A worker died while asking the identifier service for an ARK. If the ARK was minted, it stays reserved there with this job's id.";

/**
 * Reserves an ARK at the collection's identifier service for a job that needs a new one, and saves it before anything
 * else happens. This is a network call, so it runs outside any transaction; `identify` finds the saved ARK. Does
 * nothing where Waybill mints itself. @returns why the job has to wait
 * @throws WaybillError `identifier_service_failed`, `lease_lost`
 */
export async function mintFor(input: StageInput): Promise<Waiting | undefined> {
  if (input.settings.minter === "local") return undefined;
  const { choice, taken } = await chooseFor(input.ctx.db, input);
  if (choice.kind !== "mint") return undefined;
  if (taken !== undefined) await giveUp(input, taken);
  for (let passed = 0; passed < MOST_PASSED; passed += 1) {
    input.signal.throwIfAborted();
    let isKept = true;
    const answer = await callService(input, async (service, call) => {
      const given = await mint(input, service, call);
      isKept = given.isKept;
      return given.answer;
    });
    if (answer.kind === "refused") throw refusal("to mint an ARK", answer.message);
    if (answer.kind === "wait") return answer;
    if (isKept) return undefined;
  }
  return {
    kind: "wait",
    code: "identifier_busy",
    why: `${MOST_PASSED} ARKs from the identifier service were already in use here. Waybill asks for more.`,
    againInMs: 1,
  };
}

/** Gives up the ARK minted for the job, which another object now uses, so that the job gets a new one. */
async function giveUp({ ctx, job }: StageInput, taken: string): Promise<void> {
  await ctx.db.transact(async (tx) => {
    await passOverMinted(tx, { jobId: job.id, collectionId: job.collectionId });
    await tellPassedOver(tx, job, { taken, others: 0 });
  });
}

/** `isKept` false: the ARK is in use here and was discarded; another must be minted. */
type Given = { readonly answer: EzidAnswer; readonly isKept: boolean };

async function mint(input: StageInput, service: IdentifierService, call: EzidCall): Promise<Given> {
  const { ctx, ports, job, settings, fence } = input;
  const isOwn = settings.ezidNames === "own";
  const begun = await beginMint(ctx.db, { jobId: job.id, fence, ...(isOwn ? {} : { unknown: DIED }) });
  if (!begun) throw new WaybillError("lease_lost", `The lease on ${job.id} is lost.`);
  // the worker that had this job before did get an answer
  if (begun.ark !== null) return { answer: { kind: "done", identifier: begun.ark }, isKept: true };
  const passed = isOwn && (await passOverOwn(input, mintArk(settings, begun.number)));
  if (passed) return { answer: { kind: "done", identifier: passed }, isKept: false };
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
    const isKept = await keepMinted(input, service, { ark: answer.identifier, shoulder, call: unbroken });
    await ports.faultPoint("Processing:minted");
    return { answer, isKept };
  }
  // a name made by Waybill is requested again, so nothing is orphaned
  if (isOwn) return { answer, isKept: true };
  const isUnsure = answer.kind === "again" && answer.isUnsure;
  await forgetMint(ctx.db, job.id, isUnsure ? lost(answer.message) : undefined);
  return { answer, isKept: true };
}

/**
 * Gives up the job's number if the name made from it is in use here, before the service is asked. @returns that name
 */
async function passOverOwn({ ctx, job }: StageInput, ark: string): Promise<string | undefined> {
  if (!(await isArkKnown(ctx.db, ark))) return undefined;
  const why = `${ark} is already in use here. Waybill asks for another name.`;
  await forgetMint(ctx.db, job.id, why, "job.identifier-passed-over");
  return ark;
}

function lost(message: string): string {
  return `The identifier service was asked for an ARK but did not answer: ${message}. If the ARK was minted, it stays reserved there with this job's id.`;
}
