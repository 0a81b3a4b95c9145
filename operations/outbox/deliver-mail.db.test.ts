import { describe, expect, test } from "vitest";
import { mailbox } from "../../adapters/mail/mailbox.ts";
import { MailPayload } from "../../core/contracts/mail.ts";
import type { Mailer } from "../../core/ports.ts";
import { insertMail } from "../../prisma/store/outbox/mail.ts";
import { freePort } from "../../scripts/free-port.ts";
import { databaseMs } from "../../tests/factories/database-ms.ts";
import { ann, BACKOFF_MS, bob, idsOf, mailDesk, ops } from "../../tests/factories/mail-desk.ts";

const { context, serverOf, mailerTo, scene, deliver, row } = mailDesk();

const databaseNow = () => databaseMs(context().db);

describe("a mail that is taken", () => {
  test("is Sent, with the server's answer, and is not sent again", async () => {
    const server = await serverOf();
    const { id, messageId } = await scene();
    expect(await deliver(mailerTo(server.url), id)).toEqual({ kind: "done" });
    expect(await row(id)).toMatchObject({
      status: "Sent",
      attempts: 1,
      lastError: null,
      response: expect.stringMatching(/^250 /),
      endedAt: expect.any(Date),
      dueAt: null,
      leaseOwner: null,
    });
    expect(await deliver(mailerTo(server.url), id)).toEqual({ kind: "done" });
    expect([idsOf(server), server.asked]).toEqual([[messageId], [ann, bob, ops]]);
  });

  test("by a slow server is sent once", async () => {
    const server = await serverOf();
    server.behave({ data: { afterMs: 900 } });
    const { id, messageId } = await scene();
    expect(await deliver(mailerTo(server.url), id)).toEqual({ kind: "done" });
    expect([(await row(id)).status, idsOf(server)]).toEqual(["Sent", [messageId]]);
  });

  test("without a mail server is kept in the mailbox", async () => {
    const { id } = await scene();
    await deliver(mailbox, id);
    expect(await row(id)).toMatchObject({ status: "Sent", attempts: 1, response: "Kept in the mailbox." });
  });
});

describe("attachments", () => {
  const files = { "completed.json": '{"completedJobs":[\n]}\n', "jobs.csv": '"jobId"\r\n' };

  test("go as they are, as .gz, or not at all, as the payload says", async () => {
    const server = await serverOf();
    const mailer = mailerTo(server.url);
    for (const attachAs of ["plain", "gzip", "link"] as const) {
      await deliver(mailer, (await scene(files, attachAs)).id);
    }
    const names = server.mails.map(({ raw }) =>
      [...raw.matchAll(/filename="?([\w.]+)/g)].map(([, name]) => name),
    );
    expect(names).toEqual([["completed.json", "jobs.csv"], ["completed.json.gz", "jobs.csv.gz"], []]);
    expect(server.mails[0]?.raw).toContain(Buffer.from('"jobId"\r\n').toString("base64"));
  });
});

describe("a mail that is not taken yet", () => {
  test("waits while the server is down, then goes out", async () => {
    const port = await freePort();
    const mailer = mailerTo(`smtp://127.0.0.1:${port}`);
    const { id, messageId } = await scene();
    const before = await databaseNow();
    const outcome = await deliver(mailer, id);
    const kept = await row(id);
    expect(outcome).toEqual({
      kind: "wait",
      pauseMs: expect.any(Number),
      why: expect.stringContaining("ECONNREFUSED"),
    });
    expect(kept).toMatchObject({ status: "Waiting", attempts: 1, response: null, endedAt: null });
    expect(kept.lastError).toBe(outcome.kind === "wait" ? outcome.why : "");
    expect(kept).toMatchObject({ leaseOwner: null, leaseUntil: null });
    const pauseMs = (kept.dueAt?.getTime() ?? 0) - before;
    expect(pauseMs).toBeGreaterThanOrEqual(BACKOFF_MS / 2);
    expect(pauseMs).toBeLessThan(BACKOFF_MS + 5_000);

    const server = await serverOf(port);
    expect(await deliver(mailer, id)).toEqual({ kind: "done" });
    expect(await row(id)).toMatchObject({ status: "Sent", attempts: 2, lastError: null });
    expect(idsOf(server)).toEqual([messageId]);
  });

  test("is given up after the last try", async () => {
    const mailer = mailerTo(`smtp://127.0.0.1:${await freePort()}`);
    const { id } = await scene();
    const kinds = [await deliver(mailer, id), await deliver(mailer, id), await deliver(mailer, id)].map(
      ({ kind }) => kind,
    );
    expect(kinds).toEqual(["wait", "wait", "done"]);
    expect(await row(id)).toMatchObject({
      status: "Failed",
      attempts: 3,
      dueAt: null,
      endedAt: expect.any(Date),
      lastError: expect.stringContaining("ECONNREFUSED"),
    });
  });

  test("goes out after a 4xx", async () => {
    const server = await serverOf();
    server.behave({ sender: { code: 451, text: "greylisted" } }, {});
    const { id } = await scene();
    expect(await deliver(mailerTo(server.url), id)).toMatchObject({
      kind: "wait",
      why: expect.stringContaining("greylisted"),
    });
    await deliver(mailerTo(server.url), id);
    expect([(await row(id)).status, server.mails.length]).toEqual(["Sent", 1]);
  });

  test("goes out again under the same Message-ID when the server took it and reset before its answer", async () => {
    const server = await serverOf();
    server.behave({ data: "reset" }, {});
    const { id, messageId } = await scene();
    const mailer = mailerTo(server.url);
    expect(await deliver(mailer, id)).toMatchObject({ kind: "wait" });
    expect(await row(id)).toMatchObject({ status: "Waiting", attempts: 1 });
    expect(await deliver(mailer, id)).toEqual({ kind: "done" });
    expect(await row(id)).toMatchObject({ status: "Sent", attempts: 2 });
    expect(idsOf(server)).toEqual([messageId, messageId]);
  });

  test("counts a server that stays silent for too long as a try", async () => {
    const server = await serverOf();
    server.behave({ data: { afterMs: 60_000 } }, {});
    const { id } = await scene();
    expect(await deliver(mailerTo(server.url, 300), id)).toMatchObject({
      kind: "wait",
      why: expect.stringMatching(/timeout/i),
    });
  });
});

describe("the lease", () => {
  test("of another: nothing is sent", async () => {
    const server = await serverOf();
    const { id } = await scene();
    await expect(deliver(mailerTo(server.url), id, 0n)).rejects.toMatchObject({ code: "lease_lost" });
    expect([server.asked, (await row(id)).attempts]).toEqual([[], 0]);
  });

  test("lost between the server's answer and the record: the next owner sends under the same Message-ID", async () => {
    const server = await serverOf();
    const { id, messageId } = await scene();
    const honest = mailerTo(server.url);
    const late: Mailer = {
      ...honest,
      async send(mail, signal) {
        const receipt = await honest.send(mail, signal);
        await context().db.outbox.update({ where: { id }, data: { fence: 2n } });
        return receipt;
      },
    };
    await expect(deliver(late, id)).rejects.toMatchObject({ code: "lease_lost" });
    expect(await row(id)).toMatchObject({ status: "Waiting", attempts: 0 });
    expect(await deliver(honest, id, 2n)).toEqual({ kind: "done" });
    expect(await row(id)).toMatchObject({ status: "Sent", attempts: 1 });
    expect(idsOf(server)).toEqual([messageId, messageId]);
  });

  test("ended by the signal: the try is not counted", async () => {
    const server = await serverOf();
    server.behave({ data: { afterMs: 60_000 } });
    const { id } = await scene();
    const ends = new AbortController();
    const delivering = deliver(mailerTo(server.url), id, 1n, ends.signal);
    setTimeout(() => ends.abort(), 50);
    await expect(delivering).rejects.toThrow(/aborted/i);
    expect(await row(id)).toMatchObject({ status: "Waiting", attempts: 0 });
  });
});

test("one mail per key", async () => {
  const { id } = await scene();
  const { dedupKey, batchId, reportId, payload } = await row(id);
  const again = {
    id: "another",
    dedupKey,
    batchId: batchId ?? "",
    reportId: reportId ?? "",
    payload: MailPayload.parse(payload),
  };
  expect(await context().db.$transaction((tx) => insertMail(tx, again))).toBe(false);
});
