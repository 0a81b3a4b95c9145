import { createHash, randomBytes } from "node:crypto";

/** What a secret looks like: the prefix that scanners know it by, and 256 random bits. */
const SECRET = /^wb_[A-Za-z0-9_-]{43}$/;

export function newSecret(): string {
  return `wb_${randomBytes(32).toString("base64url")}`;
}

/** What is kept of a secret. Plain SHA-256 is enough, since nobody can try 2^256 of them. */
export function hashOf(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

export function isSecret(text: string): boolean {
  return SECRET.test(text);
}
