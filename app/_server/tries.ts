import "server-only";
import { SignInTries } from "../../core/access/sign-in-tries.ts";

/** On globalThis, since Next puts the same file into several bundles. */
const held = globalThis as typeof globalThis & { waybillTries?: SignInTries };

/** Tries to sign in with a password, by whichever door: the web process's one count. */
export function triesToSignIn(): SignInTries {
  held.waybillTries ??= new SignInTries();
  return held.waybillTries;
}
