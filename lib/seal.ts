import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const VERSION = "v1";
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/** What a sealed text is for; each purpose has a key of its own. */
export type SealPurpose = "callback-secret" | "callback-address" | "source-address" | "account-link";

/**
 * Seals a text with AES-256-GCM under a key derived (HKDF-SHA-256, RFC 5869) from the process's secret, for keeping it in
 * the database. `owner` is bound to it: sealed for one row, it opens in no other.
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

/** The text of what `seal` made; undefined when it was made with another secret, for another owner, or changed. */
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

/** Deriving takes ten times as long as sealing, and a manifest has up to 360,000 addresses: the latest key is kept. */
function keyOf(secret: string, purpose: SealPurpose): Buffer {
  if (latest?.secret === secret && latest.purpose === purpose) return latest.key;
  const key = Buffer.from(hkdfSync("sha256", secret, "waybill", purpose, KEY_BYTES));
  latest = { secret, purpose, key };
  return key;
}
