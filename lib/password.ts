import { hash, verify } from "@node-rs/argon2";

/** Argon2id with 46 MiB, one pass, one lane. Source: ASVS 5.0 Appendix C. `memoryCost` in KiB. */
const COST = { memoryCost: 47_104, timeCost: 1, parallelism: 1 } as const;

/** The hash a password is kept as, in the PHC string format, salt inside. Takes some 40 ms of one core, off the main thread. */
export async function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/** Is this the password? Text that is no hash fits nothing. */
export async function fitsPassword(kept: string, password: string): Promise<boolean> {
  try {
    return await verify(kept, password);
  } catch {
    return false;
  }
}
