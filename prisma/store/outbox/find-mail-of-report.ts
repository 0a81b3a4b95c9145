import type { Tx } from "../../client.ts";

/** The mail of a report; null when nobody was to get one. */
export async function findMailOfReport(tx: Tx, reportId: string): Promise<{ readonly id: string } | null> {
  return tx.outbox.findFirst({ where: { kind: "mail", reportId }, select: { id: true } });
}
