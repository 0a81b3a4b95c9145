/** Secrets of every input of a deposit, and of the settings it meets. */
export const WORDS = {
  urlUser: "c4nary-url-user",
  urlPassword: "c4nary-url-password",
  signature: "c4nary-signature",
  sessionInPath: "c4nary-path-session",
  redirect: "c4nary-redirect",
  refusedRow: "c4nary-refused-row",
  callbackPassword: "c4nary-callback-password",
  callbackToken: "c4nary-callback-token",
  password: "c4nary correct horse",
  wrongPassword: "c4nary wrong horse",
  smtpPassword: "c4nary-smtp-password",
} as const;

/**
 * Where a secret may be: nowhere in the clear. Of a session the database has the cookie without its signature, which opens
 * nothing. Working storage is not searched: it holds the
 * deposited manifests (docs/reference/manifest.md, "Credentials in addresses").
 */
export const ALLOWED = {} as const satisfies Readonly<Record<string, readonly string[]>>;
