import { randomUUID } from "node:crypto";
import { hasEnded, type JobState } from "../../core/job/states.ts";
import type { Db } from "../../prisma/client.ts";
import type { Prisma } from "../../prisma/generated/client.ts";

/** A job of the batch, after its last one; a Failed one has failed while it was downloaded. */
export async function makeJob(
  db: Db,
  batchId: string,
  state: JobState = "Pending",
  given: Partial<Prisma.JobUncheckedCreateInput> = {},
): Promise<string> {
  const id = `jid-${randomUUID()}`;
  const last = await db.job.aggregate({ where: { batchId }, _max: { ordinal: true } });
  const ordinal = (last._max.ordinal ?? 0) + 1;
  const fault = {
    errorCode: "source_not_found",
    errorMessage: "The source has no such file.",
    lastSuccessfulState: "Provisioning",
  } as const;
  await db.job.create({
    data: {
      id,
      batchId,
      ordinal,
      state,
      payload: "file",
      filename: `map-${ordinal}.tif`,
      priority: 50,
      submitter: "Ada Depositor",
      localIds: [],
      endedAt: hasEnded(state) ? new Date() : null,
      ...(state === "Failed" ? fault : {}),
      ...given,
    },
  });
  return id;
}
