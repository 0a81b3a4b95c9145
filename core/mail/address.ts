import * as z from "zod";

const MOST = 254;
const MOST_LOCAL = 64;
/** A dot-atom without the signs by which old servers were told to send on (`!`, `%`) and those shells take (`|`, `` ` ``). */
const LOCAL = /^[\w#$&'*+\-/=?^{}~]+(?:\.[\w#$&'*+\-/=?^{}~]+)*$/;
/** Nothing of an address that a host is only a part of. */
const HOST = /^[^\s\p{Control}@/\\:?#%<>()[\],;"!|`]+$/u;
const ASCII_HOST = /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{1,59})$/;
const MOST_LABEL = 63;

/**
 * One plain `name@host` address as it is kept: the host in small ASCII letters, an internationalised one in its ASCII form.
 * Undefined when it is none: no display name, list, comment, quoted string, route, group, or line end, nothing a mail
 * library might read as more than one recipient; a local part in ASCII of at most 64, 254 in all.
 * Source: RFC 5321 4.5.3.1, RFC 5322 3.4.1, RFC 5891; docs/reference/mail.md, "Recipients".
 */
export function readMailAddress(text: string): string | undefined {
  const at = text.lastIndexOf("@");
  const [local, host] = [text.slice(0, Math.max(at, 0)), text.slice(at + 1)];
  if (text.length > MOST || local.length > MOST_LOCAL || !LOCAL.test(local) || !HOST.test(host))
    return undefined;
  if (!URL.canParse(`http://${host}`)) return undefined;
  const ascii = new URL(`http://${host}`).hostname;
  const isHost = ASCII_HOST.test(ascii) && ascii.split(".").every(({ length }) => length <= MOST_LABEL);
  const address = `${local}@${ascii}`;
  return isHost && address.length <= MOST ? address : undefined;
}

/** Is this one plain address, in ASCII? */
export function isMailAddress(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is meant
  return /^[\x00-\x7f]*$/.test(text) && readMailAddress(text) !== undefined;
}

/** An address somebody gives, read as it is kept. */
export const MailAddress = z.string().transform((text, context) => {
  const address = readMailAddress(text);
  if (address !== undefined) return address;
  context.issues.push({
    code: "custom",
    input: text,
    message: "Give one e-mail address, such as name@example.org",
  });
  return z.NEVER;
});

/** The address in the form recipients are compared by: host names, and in practice mailboxes, ignore case. */
export function addressKey(address: string): string {
  return (readMailAddress(address) ?? address).toLowerCase();
}
