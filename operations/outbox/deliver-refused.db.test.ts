import { describe, expect, test } from "vitest";
import { MailPayload } from "../../core/contracts/mail.ts";
import { ann, bob, idsOf, mailDesk, ops } from "../../tests/factories/mail-desk.ts";

const { context, serverOf, mailerTo, scene, deliver, row } = mailDesk();

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

test("a payload that is none is given up with a sentence, and nothing is sent", async () => {
  const server = await serverOf();
  const { id } = await scene();
  await context().db.outbox.update({
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
  await context().db.outbox.update({ where: { id }, data: { payload: { ...kept, bcc: [address] } } });
  await deliver(mailerTo(server.url), id);
  expect([(await row(id)).status, server.asked]).toEqual(["Failed", []]);
});
