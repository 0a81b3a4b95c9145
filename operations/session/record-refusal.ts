import { setTimeout as sleep } from "node:timers/promises";
import type { AuditedTries } from "../../core/access/audited-tries.ts";
import { hostOf } from "../../lib/client-address.ts";
import { writeAudit } from "../../prisma/store/audit.ts";
import { findPersonByEmail, type PersonRow } from "../../prisma/store/person.ts";
import type { Context } from "../context.ts";

const LONGEST_EMAIL = 254;
/** Longer than writing an audit row takes, so that timing does not reveal whether one was written. */
const ALWAYS_MS = 50;

/**
 * Audits a failed sign-in: the account, if the e-mail has one, the client's address, and what an admin needs to know.
 * Never the password. All tries with unknown e-mails from one address count together, since an attacker can choose any
 * e-mail. It always takes the same time, because rows for unknown e-mails are thinned out sooner.
 */
export async function recordRefusal(
  ctx: Pick<Context, "db" | "actor" | "now">,
  email: string,
  tries: AuditedTries,
): Promise<void> {
  await Promise.all([record(ctx, email, tries), sleep(ALWAYS_MS)]);
}

async function record(
  { db, actor, now }: Pick<Context, "db" | "actor" | "now">,
  email: string,
  tries: AuditedTries,
): Promise<void> {
  const asked = email.toLowerCase().slice(0, LONGEST_EMAIL);
  const person = await findPersonByEmail(db, asked);
  const from = actor.address === undefined ? null : hostOf(actor.address);
  const told = tries.note(JSON.stringify([person?.id ?? null, from]), now().getTime());
  if (!told) return;
  const count = told.of === "name" ? { tries: told.tries } : { triesOfAll: told.tries };
  await writeAudit(
    db,
    { id: null, name: asked, email: asked, via: "password", address: actor.address },
    { action: "session.refuse", target: person?.id ?? asked, after: { because: reasonOf(person), ...count } },
  );
}

function reasonOf(person: PersonRow | undefined): string {
  if (!person) return "nobody has this e-mail";
  if (person.isClosed) return "the account is closed";
  return person.hasPassword ? "the password was wrong" : "no password was chosen yet";
}
