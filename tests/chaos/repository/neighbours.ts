import { createHash } from "node:crypto";
import type { FaultProxy } from "../../servers/fault-proxy/start.ts";
import { startFaultProxy } from "../../servers/fault-proxy/start.ts";
import { type HostileSource, startSource } from "../../servers/hostile-source.ts";
import { type Answering, type Receiver, reset, startReceiver, status } from "../../servers/receiver.ts";
import { startSmtp, type TestSmtp } from "../../servers/smtp.ts";

/** What a repository talks to, on the loopback: a source of files, a receiver of callbacks, a mail server. */
export type Neighbours = {
  readonly source: HostileSource;
  readonly receiver: Receiver;
  readonly smtp: TestSmtp;
  /** Between all workers and the mail server. */
  readonly mailDoor: FaultProxy;
  /** What a worker's environment says of them. */
  readonly env: Readonly<Record<string, string>>;
  end(): Promise<void>;
};

export async function openNeighbours(): Promise<Neighbours> {
  const source = await startSource();
  const receiver = await startReceiver();
  receiver.answer(moody());
  const smtp = await startSmtp();
  const mailDoor = await startFaultProxy({ targetPort: smtp.port });
  const sourcePort = new URL(source.origin).port;
  return {
    source,
    receiver,
    smtp,
    mailDoor,
    env: { SMTP_URL: mailDoor.urlOf(smtp.url), SOURCE_PORTS: `${sourcePort},${receiver.port}` },
    end: async () => {
      await mailDoor.close();
      await Promise.all([source.close(), receiver.close(), smtp.close()]);
    },
  };
}

/** Of ten callbacks two are taken only the second time: the first is answered 503, or reset once it has arrived. */
function moody(): Answering {
  const seen = new Set<string>();
  return (response, callback) => {
    const id = String(callback.headers["webhook-id"]);
    const mood = seen.has(id) ? 9 : (createHash("sha256").update(id).digest()[0] ?? 9) % 10;
    seen.add(id);
    if (mood === 0) status(503, "later")(response, callback);
    else if (mood === 1) reset(response, callback);
    else status(200, "thanks")(response, callback);
  };
}
