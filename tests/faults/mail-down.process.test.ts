import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MailPayload } from "../../core/contracts/mail.ts";
import { freePort } from "../../scripts/free-port.ts";
import { type Installation, makeInstallation } from "../pipeline/installation.ts";
import { until } from "../pipeline/until.ts";
import { startWorker, type WorkerProcess } from "../pipeline/worker-process.ts";
import { startSmtp, type TestSmtp } from "../servers/smtp.ts";

let installation: Installation;
let worker: WorkerProcess;
let server: TestSmtp | undefined;
let port: number;

beforeAll(async () => {
  port = await freePort();
  installation = await makeInstallation({
    env: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_BACKOFF_MS: "200", MAIL_MAX_TRIES: "40" },
  });
  worker = await startWorker(installation.workerEnv);
});
afterAll(async () => {
  await worker.stop();
  await server?.close();
  await installation.end();
});

const mails = () => installation.ctx.db.outbox.findMany({ where: { kind: "mail" } });

/** Waits until every mail answers `isSo`. */
async function every(isSo: (mail: Awaited<ReturnType<typeof mails>>[number]) => boolean): Promise<void> {
  await until(async () => {
    const rows = await mails();
    if (rows.length === 3 && rows.every(isSo)) return true;
    return `the mails are ${rows.map((row) => `${row.status} after ${row.attempts} (${row.lastError})`).join(", ")}`;
  }, 60_000);
}

describe("a mail server that is down for a while", () => {
  it("holds up no batch and loses no report; a copy that was taken without an answer has the same Message-ID", async () => {
    const ids: string[] = [];
    for (const name of ["a.txt", "b.txt", "c.txt"])
      ids.push(await installation.deposit(name, { filename: name, type: "file" }));
    for (const id of ids) await installation.batchReaches(id, "Completed");
    await every((mail) => mail.status === "Waiting" && mail.attempts >= 2);

    server = await startSmtp({ port });
    server.behave({ data: "reset" }, {});
    await every((mail) => mail.status === "Sent");

    const wanted = (await mails()).map(({ payload }) => MailPayload.parse(payload).messageId).sort();
    const got = server.mails.map((mail) => mail.header("Message-ID"));
    expect([...new Set(got)].sort()).toEqual(wanted);
    expect(got).toHaveLength(4);
    expect(await installation.ctx.db.report.count()).toBe(3);
  });
});
