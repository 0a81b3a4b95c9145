import type { Tx } from "../../client.ts";

/** Which of these ids still count on their folder in working storage: a batch with its payload, a job with its files. */
export async function listKeptFolders(
  tx: Tx,
  kind: "batches" | "jobs",
  ids: readonly string[],
): Promise<Set<string>> {
  const where = { id: { in: [...ids] } };
  const rows =
    kind === "batches"
      ? await tx.batch.findMany({ where: { ...where, payloadPath: { not: null } }, select: { id: true } })
      : await tx.job.findMany({ where: { ...where, workingDirectory: { not: null } }, select: { id: true } });
  return new Set(rows.map(({ id }) => id));
}
