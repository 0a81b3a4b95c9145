import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const VERSION = "v1";
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/** The purpose of a sealed text; each has its own key. */
export type SealPurpose =
  | "callback-secret"
  | "callback-address"
  | "source-address"
  | "account-link"
  | "sequencer-node";

/**
 * Seals a text with AES-256-GCM under a key derived (HKDF-SHA-256, RFC 5869) from the process's secret, for storage in
 * the database. It is bound to `owner`: sealed for one row, it cannot be opened for another.
 */
export function seal(
  text: string,
  {
    secret,
    purpose,
    owner,
  }: { readonly secret: string; readonly purpose: SealPurpose; readonly owner: string },
): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", keyOf(secret, purpose), iv);
  cipher.setAAD(Buffer.from(owner));
  const bytes = Buffer.concat([iv, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return `${VERSION}.${bytes.toString("base64url")}`;
}

/**
 * The text that `seal` sealed; undefined when it was sealed with another secret or for another owner, or was altered.
 */
export function unseal(
  sealed: string,
  {
    secret,
    purpose,
    owner,
  }: { readonly secret: string; readonly purpose: SealPurpose; readonly owner: string },
): string | undefined {
  const [version, encoded = ""] = sealed.split(".");
  const bytes = Buffer.from(encoded, "base64url");
  if (version !== VERSION || bytes.length < IV_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv("aes-256-gcm", keyOf(secret, purpose), bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(owner));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const text = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, "utf8");
    return text + decipher.final("utf8");
  } catch {
    return undefined;
  }
}

let latest: { readonly secret: string; readonly purpose: SealPurpose; readonly key: Buffer } | undefined;

/**
 * Deriving a key takes ten times as long as sealing, and a manifest has up to 360,000 addresses, so the latest key is
 * cached.
 */
function keyOf(secret: string, purpose: SealPurpose): Buffer {
  if (latest?.secret === secret && latest.purpose === purpose) return latest.key;
  const key = Buffer.from(hkdfSync("sha256", secret, "waybill", purpose, KEY_BYTES));
  latest = { secret, purpose, key };
  return key;
}
