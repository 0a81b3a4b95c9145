import { publicRecord } from "../../core/identifier/ezid-record.ts";
import { isUnpublished, markPublic } from "../../prisma/store/minted.ts";
import type { StageInput, Waiting } from "../stage/stage.ts";
import type { Stored } from "../stage/stored.ts";
import { callService, refusal } from "./call-service.ts";

/**
 * Makes the ARK of a stored object public at the service that minted it, with its final description and target, and
 * saves that. Safe to repeat. An ARK that is gone there, as test identifiers are after two weeks, is created again with
 * the same name.
 * @returns why the job must wait; @throws WaybillError `identifier_service_failed`
 */
export async function publish(input: StageInput, stored: Stored): Promise<Waiting | undefined> {
  const { ctx, ports, job, settings } = input;
  const { ark, who, what, when } = stored;
  if (!(await isUnpublished(ctx.db, ark))) return undefined;
  const record = publicRecord(ark, {
    jobId: job.id,
    who,
    what,
    when,
    localIds: job.localIds,
    target: settings.ezidTarget,
    coOwner: settings.ezidCoOwner,
  });
  let answer = await callService(input, (service, call) => service.update(ark, record, call));
  if (answer.kind === "refused" && answer.reason === "unknown")
    answer = await callService(input, (service, call) => service.put(ark, record, call));
  if (answer.kind === "wait") return answer;
  if (answer.kind === "refused") throw refusal(`to make ${ark} public`, answer.message);
  await ports.faultPoint("Recording:published");
  await markPublic(ctx.db, ark);
  return undefined;
}
