import { readProfileSettings } from "../../core/contracts/profile.ts";
import { recipients } from "../../core/report/recipients.ts";
import type { Db } from "../../prisma/client.ts";
import { findProfileSettings } from "../../prisma/store/collection.ts";
import type { Context } from "../context.ts";

/** Versions of profiles never change; one process sees few of them. */
const known = new WeakMap<Db, Map<string, boolean>>();

/**
 * Whether nobody would get the report of a signed batch with this version of a profile: such batches end without one,
 * since it would say what their page says. Signed batches name no address of their own.
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
