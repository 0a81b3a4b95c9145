import type { Db } from "../../prisma/client.ts";
import type { Prisma } from "../../prisma/generated/client.ts";

/** A file of a job, after its last one. Returns its place. */
export async function makeFile(
  db: Db,
  jobId: string,
  given: Partial<Prisma.JobFileUncheckedCreateInput> = {},
): Promise<number> {
  const last = await db.jobFile.aggregate({ where: { jobId }, _max: { ordinal: true } });
  const ordinal = (last._max.ordinal ?? 0) + 1;
  const url = `https://files.example.org/map-${ordinal}.tif`;
  await db.jobFile.create({ data: { jobId, ordinal, name: `map-${ordinal}.tif`, url, ...given } });
  return ordinal;
}
