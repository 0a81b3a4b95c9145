import type { Tx } from "../../client.ts";

/** The hash of a person's password by their e-mail, in lower case; undefined when there is no such person or no password. */
export async function findCredential(
  tx: Tx,
  email: string,
): Promise<{ readonly userId: string; readonly passwordHash: string } | undefined> {
  const account = await tx.account.findFirst({
    where: { providerId: "credential", password: { not: null }, user: { email } },
    select: { userId: true, password: true },
  });
  return account?.password ? { userId: account.userId, passwordHash: account.password } : undefined;
}
