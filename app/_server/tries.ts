import "server-only";
import { Attempts } from "../../core/access/attempts.ts";

/** Tries to sign in with a password, by whichever door. */
type Tries = {
  /** As one person, by e-mail, from wherever: an address is easily changed, so its own limit is not enough. */
  readonly asPerson: Attempts;
  /** From one address by Basic; the sign-in page has a limit of its own. */
  readonly fromAddress: Attempts;
};

/** On globalThis, since Next puts the same file into several bundles. */
const held = globalThis as typeof globalThis & { waybillTries?: Tries };

/** The web process's one count. Source: docs/reference/api.md, "Signing in". */
export function triesToSignIn(): Tries {
  held.waybillTries ??= { asPerson: new Attempts(10, 5 * 60_000), fromAddress: new Attempts(10, 10_000) };
  return held.waybillTries;
}
