import { expect, test } from "vitest";
import { MailPayload } from "../../core/contracts/mail.ts";
import { mailDesk } from "../../tests/factories/mail-desk.ts";
import { readQuoted } from "../../tests/servers/read-quoted.ts";
import type { Context } from "../context.ts";
import { invitePerson } from "../person/invite.ts";

const { context, serverOf, mailerTo, deliver, row } = mailDesk();

/** An invitation in the outbox, taken by a worker; the secret of its link. */
async function invited(env: Partial<Context["env"]> = {}) {
  const ctx = context();
  const email = `${ctx.uuid()}@example.org`;
  const { link } = await invitePerson(
    { ...ctx, env: { ...ctx.env, SMTP_URL: "smtp://127.0.0.1:2525", ...env } },
    { name: "Bo", email, role: "viewer" },
  );
  const { id } = await ctx.db.outbox.findFirstOrThrow({
    where: { kind: "mail", dedupKey: { startsWith: "account:" } },
    orderBy: { createdAt: "desc" },
  });
  await ctx.db.outbox.update({ where: { id }, data: { fence: 1n, leaseOwner: "test" } });
  return { id, email, url: link.url };
}
const letterOf = async (id: string) => MailPayload.parse((await row(id)).payload).letter;

test("an invitation is sent with its link, and then nothing of it is left in the outbox", {
  timeout: 60_000,
}, async () => {
  const server = await serverOf();
  const { id, email, url } = await invited();
  expect((await letterOf(id))?.sealedSecret).toMatch(/^v1\./);
  expect(await deliver(mailerTo(server.url), id)).toEqual({ kind: "done" });
  expect(await row(id)).toMatchObject({ status: "Sent", lastError: null });
  expect(await letterOf(id)).toMatchObject({ kind: "invitation", name: "Bo" });
  expect(await letterOf(id)).not.toHaveProperty("sealedSecret");
  const [mail] = server.mails;
  expect(mail?.recipients).toEqual([email]);
  const text = readQuoted(mail?.raw);
  expect(text.split(url).length - 1).toBeGreaterThanOrEqual(2); // in the text part and in the HTML part
});

test("an invitation sealed with another AUTH_SECRET is given up, and says why", async () => {
  const server = await serverOf();
  const { id } = await invited({ AUTH_SECRET: "y".repeat(32) });
  await deliver(mailerTo(server.url), id);
  expect(await row(id)).toMatchObject({
    status: "Failed",
    lastError: expect.stringContaining("AUTH_SECRET"),
  });
  expect(server.mails).toEqual([]);
  expect(await letterOf(id)).not.toHaveProperty("sealedSecret");
});

test("one the server does not take now is sent with the same link later", { timeout: 60_000 }, async () => {
  const server = await serverOf();
  server.behave({ data: { code: 451, text: "later" } }, {});
  const { id, url } = await invited();
  expect(await deliver(mailerTo(server.url), id)).toMatchObject({ kind: "wait" });
  expect((await letterOf(id))?.sealedSecret).toMatch(/^v1\./);
  await deliver(mailerTo(server.url), id);
  expect((await row(id)).status).toBe("Sent");
  expect(readQuoted(server.mails.at(-1)?.raw)).toContain(url);
});
