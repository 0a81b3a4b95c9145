import "server-only";
import { Attempts } from "../../core/access/attempts.ts";
import { AuditedTries } from "../../core/access/audited-tries.ts";
import { SignInTries } from "../../core/access/sign-in-tries.ts";

/** On globalThis, since Next puts the same file into several bundles. */
const held = globalThis as typeof globalThis & { waybillTries?: SignInTries; waybillAudited?: Audited };

/** By what the audit counts: sign-ins that failed, and passwords that came with a request and were right. */
type Audited = { readonly failed: AuditedTries; readonly used: Attempts };

const HOUR_MS = 3_600_000;

/** Tries to sign in with a password, by whichever door: the web process's one count. */
export function triesToSignIn(): SignInTries {
  held.waybillTries ??= new SignInTries();
  return held.waybillTries;
}

/** What of such tries the audit has told already: the web process's one count. */
export function auditedTries(): Audited {
  held.waybillAudited ??= { failed: new AuditedTries(), used: new Attempts(1, HOUR_MS) };
  return held.waybillAudited;
}
