import type { Tx } from "../../client.ts";

/** A mail as its own page shows it; `payload` as in core/contracts/mail.ts, not yet checked. */
export async function findMailView(tx: Tx, id: string) {
  return tx.outbox.findFirst({
    where: { id, kind: "mail" },
    select: {
      id: true,
      payload: true,
      status: true,
      createdAt: true,
      endedAt: true,
      batchId: true,
      reportId: true,
      attempts: true,
      lastError: true,
      response: true,
    },
  });
}
