import { maskUrl } from "./mask-url.ts";

/**
 * An address in two parts. `clear`: may be stored and shown as it is; `secret`: needed to restore the address; null: it
 * holds no secret, and `clear` is the address itself.
 */
export type SplitAddress = { readonly clear: string; readonly secret: string | null };

/**
 * Splits an address into what may be seen and what may not (user info, values of secret parameters; see `maskUrl`). The
 * secret part is the whole address as written: a signed address works only letter for letter, and changing the clear
 * part cannot send credentials to another host. Source: docs/reference/manifest.md, "Credentials in addresses".
 */
export function splitAddress(url: string): SplitAddress {
  const clear = maskUrl(url);
  return { clear, secret: clear === url ? null : url };
}
