import { type Env, publicUrl } from "../../lib/env.ts";

/**
 * The address of a link. The secret follows `#`, which browsers never send to a server: it appears in no proxy's log,
 * and a mail scanner that opens the page does not use up the link.
 */
export function linkAddress(env: Env, secret: string): string {
  return `${publicUrl(env)}/choose-password#${secret}`;
}
