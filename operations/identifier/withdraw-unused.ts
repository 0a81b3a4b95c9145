import { tombstoneRecord } from "../../core/identifier/ezid-record.ts";
import type { EzidAnswer, IdentifierService } from "../../core/identifier/ports.ts";
import { beginWithdrawal, listUnused, recordWithdrawn, type UnusedArk } from "../../prisma/store/minted.ts";
import type { Context } from "../context.ts";
import { type Act, withSlot } from "./with-slot.ts";

const PAGE = 100;
/** Calls are bounded by their deadline. */
const NEVER = new AbortController().signal;

/**
 * Removes reserved ARKs at the service whose jobs were deleted before they were recorded, or ended with another ARK. An
 * ARK that turns out to be public gets a tombstone. If the service is away, the round ends; the next one goes on.
 * @returns how many were withdrawn
 */
export async function withdrawUnused(
  ctx: Context,
  { identifiers }: { readonly identifiers: IdentifierService | undefined },
): Promise<number> {
  if (!identifiers) return 0;
  let withdrawn = 0;
  for (let after = 0n; ; ) {
    const page = await listUnused(ctx.db, after, PAGE);
    for (const unused of page) {
      const outcome = await withdraw(ctx, identifiers, unused);
      if (outcome === "away") return withdrawn;
      if (outcome === "withdrawn") withdrawn += 1;
    }
    const last = page.at(-1);
    if (!last || page.length < PAGE) return withdrawn;
    after = last.id;
  }
}

async function withdraw(
  ctx: Context,
  service: IdentifierService,
  unused: UnusedArk,
): Promise<"withdrawn" | "kept" | "away"> {
  const { ark, jobId } = unused;
  if (!(await ctx.db.transact((tx) => beginWithdrawal(tx, unused)))) return "kept";
  const call = (act: Act) => withSlot(ctx, service, NEVER, act);
  let answer = await call((ezid, options) => ezid.remove(ark, options));
  let reason = `${ark} was reserved and is not needed any more: removed at the identifier service.`;
  if (isRefused(answer, "unknown")) {
    reason = `${ark} is not needed any more. The identifier service did not have it.`;
    answer = { kind: "done", identifier: ark };
  } else if (isRefused(answer, "not_reserved")) {
    reason = `${ark} is not needed any more. It was public, so that the identifier service shows a tombstone for it.`;
    answer = await call((ezid, options) => ezid.update(ark, tombstoneRecord(), options));
  }
  if (answer?.kind === "done") {
    await recordWithdrawn(ctx.db, ark, reason);
    if (jobId !== null) ctx.changes.note({ job: jobId });
    ctx.log.info({ job: jobId, ark }, "an unused ARK was withdrawn");
    return "withdrawn";
  }
  if (answer) ctx.log.warn({ job: jobId, ark, why: answer.message }, "an unused ARK could not be withdrawn");
  return answer?.kind === "refused" ? "kept" : "away";
}

function isRefused(answer: EzidAnswer | undefined, reason: string): boolean {
  return answer?.kind === "refused" && answer.reason === reason;
}
