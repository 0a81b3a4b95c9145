import * as z from "zod";

const Address = z.email().max(254);

/**
 * Is this one plain `name@host` address, ASCII, at most 254 characters with a local part of at most 64? No display name,
 * list, comment, quoted string, route, group, or line end: what a mail library might read as more than one recipient.
 * Source: RFC 5321 4.5.3.1; docs/reference/mail.md, "Recipients".
 */
export function isMailAddress(text: string): boolean {
  return Address.safeParse(text).success && text.lastIndexOf("@") <= 64;
}

/** The address in the form recipients are compared by: host names, and in practice mailboxes, ignore case. */
export function addressKey(address: string): string {
  return address.toLowerCase();
}
