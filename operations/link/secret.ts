import { randomBytes } from "node:crypto";

/** The format of a link's secret: its own prefix and 256 random bits. */
const SECRET = /^wl_[A-Za-z0-9_-]{43}$/;

export function newLinkSecret(): string {
  return `wl_${randomBytes(32).toString("base64url")}`;
}

export function isLinkSecret(text: string): boolean {
  return SECRET.test(text);
}
