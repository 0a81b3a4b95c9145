import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Attempts } from "../../core/access/attempts.ts";
import { MailPayload } from "../../core/contracts/mail.ts";
import { fitsPassword, hashPassword } from "../../lib/password.ts";
import { findPasswordHash, setPassword } from "../../prisma/store/person.ts";
import { databaseMs } from "../../tests/factories/database-ms.ts";
import { makePerson } from "../../tests/factories/make-person.ts";
import { makeSession } from "../../tests/factories/make-session.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { ANSWER_MS, forgetPassword } from "../account/forget-password.ts";
import type { Context } from "../context.ts";
import { closeAccount } from "../person/close.ts";
import { findActorOfToken } from "../person/find-actor.ts";
import { getPerson } from "../person/get.ts";
import { invitePerson } from "../person/invite.ts";
import { sendLink } from "../person/send-link.ts";
import { createToken } from "../token/create.ts";
import { lookUpLink } from "./look-up.ts";
import { redeemLink } from "./redeem.ts";

const PASSWORD = "four words without sense";
const DAY_MS = 86_400_000;

let test: TestContext;
let olga: Context;

beforeAll(async () => {
  test = await testContext();
  olga = test.as({ ...(await makePerson(test.ctx.db, "admin")), name: "Olga" });
});
afterAll(() => test.end());

const withMail = (ctx: Context): Context => ({
  ...ctx,
  env: { ...ctx.env, SMTP_URL: "smtp://127.0.0.1:2525" },
});
let count = 0;
async function invite(ctx = olga) {
  count += 1;
  const email = `Bo.${count}@Example.org`;
  const { person, link } = await invitePerson(ctx, { name: "Bo", email, role: "depositor", collections: [] });
  return { person, link, secret: secretOf(link.url) };
}
/** A person who has already chosen a password. */
async function member() {
  const { person, secret } = await invite();
  await redeemLink(test.ctx, { secret, password: PASSWORD });
  return person;
}
const secretOf = (url: string) => url.split("#")[1] ?? "";
const mailsTo = async (email: string) =>
  (await test.ctx.db.outbox.findMany({ where: { kind: "mail" }, orderBy: { createdAt: "asc" } }))
    .map(({ payload }) => MailPayload.parse(payload))
    .filter(({ to }) => to.includes(email));
const ended = { code: "link_ended" };

describe("an invitation", () => {
  it("is a link of 256 random bits that lives 7 days by the database's clock; only its hash is kept", async () => {
    const ctx = { ...olga, now: () => new Date("2001-01-01T00:00:00Z") };
    const { person, link, secret } = await invite(ctx);
    expect(person).toMatchObject({ state: "invited", email: `bo.${count}@example.org` });
    expect(link).toMatchObject({ kind: "invitation", mailed: false });
    expect(link.url).toMatch(/^https:\/\/waybill\.example\.org\/choose-password#wl_[\w-]{43}$/);
    const row = await test.ctx.db.accountLink.findUniqueOrThrow({ where: { userId: person.id } });
    expect(row.hash).toBe(createHash("sha256").update(secret).digest("hex"));
    expect(JSON.stringify(row)).not.toContain(secret.slice(4));
    const nowMs = await databaseMs(test.ctx.db);
    expect(Math.abs(row.expiresAt.getTime() - nowMs - 7 * DAY_MS)).toBeLessThan(30_000);
    expect(await lookUpLink(test.ctx, secret)).toEqual({
      kind: "invitation",
      name: "Bo",
      email: `bo.${count}@example.org`,
      expiresAt: link.expiresAt,
      tokens: 0,
    });
    const audit = await test.ctx.db.audit.findMany({ where: { target: person.id } });
    expect(audit).toMatchObject([{ action: "person.invite", actorId: olga.actor.id }]);
    expect(JSON.stringify(audit.map(({ after }) => after))).not.toContain("wl_");
  });

  it("is used once, and then the person has the password", async () => {
    const { person, secret } = await invite();
    expect(await redeemLink(test.ctx, { secret, password: PASSWORD })).toEqual({
      email: `bo.${count}@example.org`,
    });
    const hash = await findPasswordHash(test.ctx.db, person.id);
    expect(await fitsPassword(hash ?? "", PASSWORD)).toBe(true);
    expect((await getPerson(olga, person.id)).person.state).toBe("active");
    await expect(redeemLink(test.ctx, { secret, password: "another one of four" })).rejects.toMatchObject(
      ended,
    );
    await expect(lookUpLink(test.ctx, secret)).rejects.toMatchObject(ended);
    expect(await findPasswordHash(test.ctx.db, person.id)).toBe(hash);
    const audit = await test.ctx.db.audit.findFirstOrThrow({
      where: { action: "account.accept", target: person.id },
    });
    expect(audit).toMatchObject({ actorId: person.id, actor: "Bo", via: "link" });
  });

  it("used by two at the same time gives one of them the account", async () => {
    const { person, secret } = await invite();
    const passwords = ["four words without sense", "five words without any sense"];
    const outcomes = await Promise.allSettled(
      passwords.map((password) => redeemLink(test.ctx, { secret, password })),
    );
    const winner = outcomes.findIndex(({ status }) => status === "fulfilled");
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const hash = await findPasswordHash(test.ctx.db, person.id);
    expect(await fitsPassword(hash ?? "", passwords[winner] ?? "")).toBe(true);
    expect(await test.ctx.db.account.count({ where: { userId: person.id } })).toBe(1);
  });

  it("is not used up by a password that is refused", async () => {
    const { secret } = await invite();
    for (const [password, refusal] of [
      ["password1234", { code: "password_common" }],
      ["short", { name: "ZodError" }],
    ] as const)
      await expect(redeemLink(test.ctx, { secret, password })).rejects.toMatchObject(refusal);
    expect(await redeemLink(test.ctx, { secret, password: PASSWORD })).toBeDefined();
  });

  it.each([
    [
      "expired",
      (userId: string) =>
        test.ctx.db.accountLink.update({
          where: { userId },
          data: { expiresAt: new Date(Date.now() - 60_000) },
        }),
    ],
    ["replaced by a newer one", (userId: string) => sendLink(olga, userId)],
    ["of a closed account", (personId: string) => closeAccount(olga, { personId, reason: "gone" })],
  ])("does not work when it is %s", async (_, happen) => {
    const { person, secret } = await invite();
    await happen(person.id);
    await expect(lookUpLink(test.ctx, secret)).rejects.toMatchObject(ended);
    await expect(redeemLink(test.ctx, { secret, password: PASSWORD })).rejects.toMatchObject(ended);
    expect(await findPasswordHash(test.ctx.db, person.id)).toBeUndefined();
  });

  it.each(["", "wl_", "x".repeat(200), `wl_${"x".repeat(43)}`])("is not %j", async (secret) => {
    await expect(lookUpLink(test.ctx, secret)).rejects.toMatchObject(ended);
  });

  it("lives as long as INVITATION_MS says", async () => {
    const { link } = await invite({ ...olga, env: { ...olga.env, INVITATION_MS: 60_000 } });
    expect(Date.parse(link.expiresAt) - Date.now()).toBeLessThan(90_000);
  });
});

describe("a mailed link", () => {
  it("is in the outbox only sealed, and what the mailbox shows has none", async () => {
    const { person, link, secret } = await invite(withMail(olga));
    expect(link.mailed).toBe(true);
    const [mail, ...more] = await mailsTo(person.email);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ subject: "You are invited to Waybill", bcc: [] });
    expect(mail?.text).toContain("Olga has created an account for you at https://waybill.example.org.");
    expect(JSON.stringify(mail)).not.toContain(secret.slice(4));
    expect(mail?.letter?.sealedSecret).toMatch(/^v1\./);
  });
});

describe("a reset", () => {
  it("ends all sessions, tokens on wish, and lives an hour", async () => {
    const person = await member();
    const bo = test.as({ id: person.id, name: "Bo", role: "depositor", via: "session", grants: [] });
    const { secret: token } = await createToken(bo, { name: "nightly", scopes: ["read"] });
    for (const revokeTokens of [false, true]) {
      await makeSession(test.ctx.db, person.id);
      const link = await sendLink(olga, person.id);
      expect(link.kind).toBe("reset");
      expect(Math.abs(Date.parse(link.expiresAt) - Date.now() - 3_600_000)).toBeLessThan(30_000);
      const secret = secretOf(link.url);
      expect((await lookUpLink(test.ctx, secret)).tokens).toBe(1);
      await redeemLink(test.ctx, { secret, password: `${PASSWORD} ${revokeTokens}`, revokeTokens });
      expect(await test.ctx.db.session.count({ where: { userId: person.id } })).toBe(0);
      const answer = findActorOfToken(test.ctx, token);
      if (revokeTokens) await expect(answer).rejects.toMatchObject({ code: "token_ended" });
      else expect(await answer).toMatchObject({ via: "token" });
    }
    const [audit] = await test.ctx.db.audit.findMany({
      where: { target: person.id },
      orderBy: { id: "desc" },
    });
    expect(audit).toMatchObject({
      action: "account.reset",
      via: "link",
      after: { sessionsEnded: 1, tokensRevoked: 1 },
    });
  });
});

describe("a forgotten password", () => {
  const guard = () => ({ ofPerson: new Attempts(3, 60_000), fromAddress: new Attempts(20, 60_000) });
  const forget = (email: string, given = guard()) =>
    forgetPassword(withMail(test.ctx), { email, address: "192.0.2.1" }, given);

  it("is mailed a link, which ends the one before; the audit has it", async () => {
    const person = await member();
    const older = secretOf((await sendLink(olga, person.id)).url);
    await forget(person.email.toUpperCase());
    const mails = await mailsTo(person.email);
    expect(mails.map(({ subject }) => subject)).toEqual(["Choose a new password for Waybill"]);
    await expect(lookUpLink(test.ctx, older)).rejects.toMatchObject(ended);
    expect((await getPerson(olga, person.id)).link).toMatchObject({
      kind: "reset",
      createdBy: "the sign-in page",
    });
    const audit = await test.ctx.db.audit.findMany({
      where: { target: person.id, action: "account.forget" },
    });
    expect(audit).toMatchObject([{ actor: "Waybill", via: "system" }]);
  });

  it("of nobody, of a closed or an invited account is answered in the same way and as late, without a mail", async () => {
    const [known, closed, { person: invited, secret }] = [await member(), await member(), await invite()];
    await closeAccount(olga, { personId: closed.id, reason: "gone" });
    const before = await test.ctx.db.outbox.count();
    for (const email of ["nobody@example.org", closed.email, invited.email, known.email]) {
      const began = performance.now();
      expect(await forget(email)).toBeUndefined();
      expect(performance.now() - began).toBeGreaterThanOrEqual(ANSWER_MS - 5);
    }
    expect((await test.ctx.db.outbox.count()) - before).toBe(1);
    // knowing an e-mail is not enough to end the invitation an admin has passed on
    expect(await lookUpLink(test.ctx, secret)).toMatchObject({ kind: "invitation" });
  });

  it("is asked for three times in a while, by whoever, for whomever", async () => {
    const once = guard();
    for (let n = 0; n < 3; n += 1) await forget("nobody@example.org", once);
    await expect(forget("NOBODY@example.org", once)).rejects.toMatchObject({ code: "too_many_requests" });
    const narrow = { ofPerson: new Attempts(9, 60_000), fromAddress: new Attempts(1, 60_000) };
    await forget("a@example.org", narrow);
    await expect(forget("b@example.org", narrow)).rejects.toMatchObject({ code: "too_many_requests" });
  });

  it("is nobody's to use up from an address that is refused", async () => {
    const given = { ofPerson: new Attempts(3, 60_000), fromAddress: new Attempts(1, 60_000) };
    const email = "ada@example.org";
    // one network, as far as can be told
    const from = (address: string) => forgetPassword(withMail(test.ctx), { email, address }, given);
    await from("2001:db8::1");
    for (const last of [2, 3, 4, 5])
      await expect(from(`2001:db8::${last}`)).rejects.toMatchObject({ code: "too_many_requests" });
    // two requests are left to the person
    for (const address of ["192.0.2.2", "192.0.2.3"]) expect(await from(address)).toBeUndefined();
    await expect(from("192.0.2.4")).rejects.toMatchObject({ code: "too_many_requests" });
  });

  it("without a mail server makes no link", async () => {
    const { id, name } = await makePerson(test.ctx.db, "viewer");
    await setPassword(test.ctx.db, id, await hashPassword(PASSWORD));
    await forgetPassword(test.ctx, { email: `${id}@example.org`, address: undefined }, guard());
    expect(await test.ctx.db.accountLink.count({ where: { userId: id } })).toBe(0);
    expect(name).toContain("viewer");
  });
});
