import { hash, verify } from "@node-rs/argon2";
import { WaybillError } from "../core/errors.ts";
import { Gate, GateFull } from "./gate.ts";

/** Argon2id with 46 MiB, one pass, one lane. Source: ASVS 5.0 Appendix C. `memoryCost` in KiB. */
const COST = { memoryCost: 47_104, timeCost: 1, parallelism: 1 } as const;

/**
 * Two at a time, however many are guessing, since hashing takes threads from uploads and processor time from pages.
 * When the line is full, the last one waits for 32 others, one or two seconds.
 */
const SIZE = { atOnce: 2, mostWaiting: 32 } as const;
const FULL_MS = 5_000;

/** On globalThis, since Next puts the same file into several bundles. */
const held = globalThis as typeof globalThis & { waybillPasswordGate?: Gate };

/** `isKnown`: a device that has signed in before and does not wait behind guessers. */
type Turn = { readonly isKnown?: boolean };

/**
 * The hash under which a password is stored, in the PHC string format, including the salt. Takes some 40 ms of one
 * core, off the main thread.
 * @throws WaybillError `too_many_requests`: too many passwords are looked at just now
 */
export async function hashPassword(password: string, turn: Turn = {}): Promise<string> {
  return inTurn(() => hash(password, COST), turn);
}

/**
 * Whether this is the password. Text that is not a hash matches nothing.
 * @throws WaybillError `too_many_requests`: too many passwords are looked at just now
 */
export async function fitsPassword(kept: string, password: string, turn: Turn = {}): Promise<boolean> {
  return inTurn(() => verify(kept, password).catch(() => false), turn);
}

async function inTurn<Result>(act: () => Promise<Result>, { isKnown = false }: Turn): Promise<Result> {
  held.waybillPasswordGate ??= new Gate(SIZE);
  try {
    return await held.waybillPasswordGate.pass(act, isKnown);
  } catch (error) {
    if (!(error instanceof GateFull)) throw error;
    throw new WaybillError(
      "too_many_requests",
      "Many people are signing in just now. Try again in 5 seconds.",
      {
        cause: error,
        retryAt: new Date(Date.now() + FULL_MS),
      },
    );
  }
}
