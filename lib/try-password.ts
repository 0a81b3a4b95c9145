import { fitsPassword } from "./password.ts";

/** A password as sent, with the stored hash. `notWrong`: takes back its count as a wrong try. */
export type PasswordTried = {
  readonly kept: string;
  readonly password: string;
  readonly isKnown?: boolean;
  readonly notWrong: () => void;
};

/**
 * Whether this is the password. A try counts as wrong until proven otherwise; a correct one does not count, nor does
 * one that was never checked. Errors are those of `fitsPassword`.
 */
export async function tryPassword({
  kept,
  password,
  isKnown = false,
  notWrong,
}: PasswordTried): Promise<boolean> {
  try {
    const isRight = await fitsPassword(kept, password, { isKnown });
    if (isRight) notWrong();
    return isRight;
  } catch (error) {
    notWrong();
    throw error;
  }
}
