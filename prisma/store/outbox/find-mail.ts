import type { Tx } from "../../client.ts";

/** A mail of the outbox as it is about to be sent. `payload`: core/contracts/mail.ts, not yet checked. */
export async function findMail(tx: Tx, id: string) {
  return tx.outbox.findUnique({
    where: { id },
    select: {
      status: true,
      fence: true,
      attempts: true,
      payload: true,
      response: true,
      batchId: true,
      reportId: true,
    },
  });
}
