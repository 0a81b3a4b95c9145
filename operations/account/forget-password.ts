import { setTimeout as pause } from "node:timers/promises";
import type { Attempts } from "../../core/access/attempts.ts";
import { WaybillError } from "../../core/errors.ts";
import { ASKED_AT_SIGN_IN } from "../../core/mail/letter.ts";
import { hostOf } from "../../lib/client-address.ts";
import { writeAudit } from "../../prisma/store/audit.ts";
import { findPersonByEmail, lockPerson } from "../../prisma/store/person.ts";
import type { Context } from "../context.ts";
import { makeLink } from "../link/make.ts";
import { getPersonView, personView } from "../person/view.ts";

/**
 * Every answer takes this long, several times the work itself, so that timing does not reveal whether there is an
 * account.
 */
export const ANSWER_MS = 500;

/**
 * Requests are counted per client address (per /64 for IPv6; unknown addresses share one count) and per e-mail, whether
 * or not anybody has it. A request refused for its address does not count against the e-mail.
 */
export type ForgetGuard = { readonly ofPerson: Attempts; readonly fromAddress: Attempts };

type Asked = { readonly email: string; readonly address: string | undefined };

/**
 * Handles a forgotten password: mails a link to choose a new one, if there is a mail server and an open account with a
 * password. The answer is the same in every case, and takes as long.
 * @throws WaybillError `too_many_requests`
 */
export async function forgetPassword(ctx: Context, asked: Asked, guard: ForgetGuard): Promise<void> {
  const email = asked.email.toLowerCase();
  const nowMs = ctx.now().getTime();
  const from = asked.address === undefined ? "nobody knows" : hostOf(asked.address);
  const waitMs = guard.fromAddress.take(from, nowMs) || guard.ofPerson.take(email, nowMs);
  if (waitMs > 0) {
    throw new WaybillError("too_many_requests", "Too many links were asked for. Wait, then try again.", {
      retryAt: new Date(nowMs + waitMs),
    });
  }
  await Promise.all([mailLink(ctx, email), pause(ANSWER_MS)]);
}

async function mailLink(ctx: Context, email: string): Promise<void> {
  if (ctx.env.SMTP_URL === undefined) return;
  const found = await findPersonByEmail(ctx.db, email);
  if (!found || personView(found).state !== "active") return;
  await ctx.db.$transaction(async (tx) => {
    await lockPerson(tx, found.id);
    const person = await getPersonView(tx, found.id);
    if (person.state !== "active") return;
    await makeLink(ctx, tx, { person, kind: "reset", by: ASKED_AT_SIGN_IN });
    await writeAudit(tx, ctx.actor, { action: "account.forget", target: person.id });
  });
  ctx.changes.note({ mail: true, due: ["mail"] });
}
