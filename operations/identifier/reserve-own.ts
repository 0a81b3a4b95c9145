import type { EzidElements } from "../../core/identifier/ezid-anvl.ts";
import { mintArk } from "../../core/identifier/mint-ark.ts";
import type { EzidAnswer, EzidCall, IdentifierService } from "../../core/identifier/ports.ts";
import { forgetMint } from "../../prisma/store/minted.ts";
import type { StageInput } from "../stage/stage.ts";

/** `number`: the job's, from which its name is made. `record` says whose job it is. */
type Own = { readonly number: bigint; readonly record: EzidElements; readonly call: EzidCall };

/**
 * Reserves a name made by Waybill at the service. The job always asks for the same name, so a lost answer wastes
 * nothing: if the identifier exists and names this job, it is ours. Somebody else's is left alone, and the job gets
 * another number.
 */
export async function reserveOwn(
  { ctx, job, settings }: StageInput,
  service: IdentifierService,
  { number, record, call }: Own,
): Promise<EzidAnswer> {
  const ark = mintArk(settings, number);
  const answer = await service.create(ark, record, call);
  if (answer.kind !== "refused" || answer.reason !== "exists") return answer;
  const there = await service.view(ark, call);
  if (there.kind !== "seen") return there;
  if (there.elements.get("waybill.job") === job.id) return { kind: "done", identifier: ark };
  await forgetMint(ctx.db, job.id, undefined);
  return {
    kind: "again",
    message: `${ark} belongs to somebody else; another name is tried`,
    isUnsure: false,
  };
}
