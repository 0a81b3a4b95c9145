import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { mailbox } from "../../adapters/mail/mailbox.ts";
import { smtpMailer } from "../../adapters/mail/smtp.ts";
import { MailPayload } from "../../core/contracts/mail.ts";
import type { Mailer } from "../../core/ports.ts";
import { insertMail } from "../../prisma/store/outbox/insert-mail.ts";
import { freePort } from "../../scripts/free-port.ts";
import { mailScene } from "../../tests/factories/mail-scene.ts";
import { reportContext } from "../../tests/factories/report-scene.ts";
import { startSmtp, type TestSmtp } from "../../tests/servers/smtp.ts";
import type { Context } from "../context.ts";
import { deliverMail } from "./deliver.ts";

const [ann, bob, ops] = ["ann@example.org", "bob@example.org", "ops@example.org"];
const BACKOFF_MS = 30_000;
const never = new AbortController().signal;

let ctx: Context;
let end: () => Promise<void>;
const open: (() => unknown)[] = [];

beforeAll(async () => {
  ({ ctx, end } = await reportContext({ MAIL_BACKOFF_MS: BACKOFF_MS, MAIL_MAX_TRIES: 3 }));
});

afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

afterAll(() => end());

async function serverOf(port?: number): Promise<TestSmtp> {
  const server = await startSmtp(port === undefined ? {} : { port });
  open.push(server.close);
  return server;
}

function mailerTo(url: string, silence = 5_000): Mailer {
  const mailer = smtpMailer(url, { connect: 2_000, greeting: 2_000, silence });
  open.push(mailer.close);
  return mailer;
}

const scene = (files?: Readonly<Record<string, string>>, attachAs?: MailPayload["attachAs"]) =>
  mailScene(ctx.db, { to: [ann, bob], bcc: [ops], ...(files && { files }), ...(attachAs && { attachAs }) });

const deliver = (mailer: Mailer, outboxId: string, fence = 1n, signal = never) =>
  deliverMail(ctx, { mailer }, { outboxId, fence, signal });

const row = (id: string) => ctx.db.outbox.findUniqueOrThrow({ where: { id } });

const idsOf = (server: TestSmtp) => server.mails.map((mail) => mail.header("Message-ID"));

const databaseNow = async () => {
  const [answer] = await ctx.db.$queryRaw<{ now: Date }[]>`SELECT clock_timestamp() AS now`;
  return answer?.now.getTime() ?? 0;
};

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
      until: kept.dueAt,
      why: expect.stringContaining("ECONNREFUSED"),
    });
    expect(kept).toMatchObject({ status: "Waiting", attempts: 1, response: null, endedAt: null });
    expect(kept.lastError).toBe(outcome.kind === "wait" ? outcome.why : "");
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

describe("recipients refused", () => {
  test("for good: the others get it and the refused one is shown", async () => {
    const server = await serverOf();
    server.behave({ recipients: { [bob]: { code: 550, text: "no such user" } } });
    const { id } = await scene();
    expect(await deliver(mailerTo(server.url), id)).toEqual({ kind: "done" });
    expect(await row(id)).toMatchObject({ status: "Sent", lastError: `${bob}: 550 no such user` });
    expect(server.mails.map(({ recipients }) => recipients)).toEqual([[ann, ops]]);
  });

  test("for now: only that one is tried again, and everybody gets it once", async () => {
    const server = await serverOf();
    server.behave({ recipients: { [bob]: { code: 450, text: "greylisted" } } }, {});
    const { id, messageId } = await scene();
    const mailer = mailerTo(server.url);
    expect(await deliver(mailer, id)).toMatchObject({ kind: "wait", why: `${bob}: 450 greylisted` });
    expect(await deliver(mailer, id)).toEqual({ kind: "done" });
    expect(await row(id)).toMatchObject({ status: "Sent", attempts: 2, lastError: null });
    expect(server.mails.map(({ recipients }) => recipients)).toEqual([[ann, ops], [bob]]);
    expect(idsOf(server)).toEqual([messageId, messageId]);
    expect(server.mails.map((mail) => mail.header("To"))).toEqual([`${ann}, ${bob}`, `${ann}, ${bob}`]);
  });

  test("all of them for good: Failed", async () => {
    const server = await serverOf();
    const gone = { code: 550, text: "no such user" };
    server.behave({ recipients: { [ann]: gone, [bob]: gone, [ops]: gone } });
    const { id } = await scene();
    expect(await deliver(mailerTo(server.url), id)).toEqual({ kind: "done" });
    expect(await row(id)).toMatchObject({
      status: "Failed",
      lastError: `${ann}, ${bob}, ${ops}: 550 no such user`,
    });
  });

  test("a mail refused for good as a whole: Failed at the first try", async () => {
    const server = await serverOf();
    server.behave({ data: { code: 554, text: "spam" } });
    const { id } = await scene();
    await deliver(mailerTo(server.url), id);
    expect(await row(id)).toMatchObject({
      status: "Failed",
      attempts: 1,
      lastError: expect.stringContaining("554 spam"),
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
        await ctx.db.outbox.update({ where: { id }, data: { fence: 2n } });
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

test("a payload that is none is given up with a sentence, and nothing is sent", async () => {
  const server = await serverOf();
  const { id } = await scene();
  await ctx.db.outbox.update({
    where: { id },
    data: { payload: { to: "b@example.org\r\nBcc: evil@example.org" } },
  });
  expect(await deliver(mailerTo(server.url), id)).toEqual({ kind: "done" });
  expect(await row(id)).toMatchObject({
    status: "Failed",
    lastError: "The mail in the outbox cannot be read.",
  });
  expect(server.asked).toEqual([]);
});

test.each([
  "b@example.org\r\nBcc: evil@example.org",
  "group: b@example.org, evil@example.org;",
  "b@example.org, evil@example.org",
  "B <evil@example.org>",
])("an outbox row with the address %j is not sent to anybody", async (address) => {
  const server = await serverOf();
  const { id } = await scene();
  const kept = MailPayload.parse((await row(id)).payload);
  await ctx.db.outbox.update({ where: { id }, data: { payload: { ...kept, bcc: [address] } } });
  await deliver(mailerTo(server.url), id);
  expect([(await row(id)).status, server.asked]).toEqual(["Failed", []]);
});

test("one mail per subject", async () => {
  const { id } = await scene();
  const { subject, batchId, reportId, payload } = await row(id);
  const again = {
    id: "another",
    subject,
    batchId: batchId ?? "",
    reportId: reportId ?? "",
    payload: MailPayload.parse(payload),
  };
  expect(await ctx.db.$transaction((tx) => insertMail(tx, again))).toBe(false);
});
