import { maskUrl } from "./mask-url.ts";

/**
 * An address in two parts. `clear`: what may be kept as it is and shown; `secret`: what it takes to have the address
 * back; null: it holds no secret, and `clear` is the address itself.
 */
export type SplitAddress = { readonly clear: string; readonly secret: string | null };

/**
 * Parts an address into what may be seen and what may not (user info, values of secret parameters; see `maskUrl`). The
 * secret part is the whole address as written: a signed address only works letter for letter, and credentials cannot be
 * led to another host by changing the clear part. Source: docs/reference/manifest.md, "Credentials in addresses".
 */
export function splitAddress(url: string): SplitAddress {
  const clear = maskUrl(url);
  return { clear, secret: clear === url ? null : url };
}
