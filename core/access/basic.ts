import { CONTROLS, DAMAGE, oneOf } from "../signs.ts";

const MOST_CHARACTERS = 1000;

/** What nobody types, and what bytes come to that are no UTF-8. */
const UNTYPED = oneOf(CONTROLS, DAMAGE);

/** What an Authorization header of the scheme Basic says. */
export type BasicCredentials = { readonly user: string; readonly password: string };

/**
 * The two parts of decoded Basic credentials; undefined when there is no colon, or a control character. A user name has no
 * colon, a password may. Source: RFC 7617, section 2.
 */
export function splitCredentials(decoded: string): BasicCredentials | undefined {
  const colon = decoded.indexOf(":");
  if (colon < 0 || decoded.length > MOST_CHARACTERS || UNTYPED.test(decoded)) return undefined;
  return { user: decoded.slice(0, colon), password: decoded.slice(colon + 1) };
}
