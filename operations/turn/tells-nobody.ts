import { readProfileSettings } from "../../core/contracts/profile.ts";
import { recipients } from "../../core/report/recipients.ts";
import type { Db } from "../../prisma/client.ts";
import { findProfileSettings } from "../../prisma/store/collection.ts";
import type { Context } from "../context.ts";

/** Profile versions never change, and a process sees only a few of them. */
const known = new WeakMap<Db, Map<string, boolean>>();

/**
 * Whether the report of a signed batch would have no recipients under this profile version. Such batches end without a
 * report, since it would only repeat their page. Signed batches cannot name an address themselves.
 */
export async function tellsNobody(
  { db, env }: Pick<Context, "db" | "env">,
  profileVersionId: string,
): Promise<boolean> {
  const answers = known.get(db) ?? new Map<string, boolean>();
  known.set(db, answers);
  const answered = answers.get(profileVersionId);
  if (answered !== undefined) return answered;
  const profile = readProfileSettings(await findProfileSettings(db, profileVersionId));
  const { to, bcc } = recipients({}, profile, env.MAIL_BCC);
  const isNobody = to.length + bcc.length === 0;
  answers.set(profileVersionId, isNobody);
  return isNobody;
}
