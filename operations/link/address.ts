import { type Env, publicUrl } from "../../lib/env.ts";

/**
 * The address of a link. The secret stands behind `#`, which a browser sends to no server: it is in no log of a proxy, and
 * a mail scanner that looks at the page uses nothing up.
 */
export function linkAddress(env: Env, secret: string): string {
  return `${publicUrl(env)}/choose-password#${secret}`;
}
