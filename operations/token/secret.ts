import { createHash, randomBytes } from "node:crypto";

/** The format of a secret: a prefix that secret scanners recognise, and 256 random bits. */
const SECRET = /^wb_[A-Za-z0-9_-]{43}$/;

export function newSecret(): string {
  return `wb_${randomBytes(32).toString("base64url")}`;
}

/** The stored hash of a secret. Plain SHA-256 is enough, since nobody can try 2^256 secrets. */
export function hashOf(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

export function isSecret(text: string): boolean {
  return SECRET.test(text);
}
