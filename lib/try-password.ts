import { fitsPassword } from "./password.ts";

/** A password as somebody sent it, beside the hash that is kept. `notWrong`: takes back that it was counted as a wrong one. */
export type PasswordTried = {
  readonly kept: string;
  readonly password: string;
  readonly isKnown?: boolean;
  readonly notWrong: () => void;
};

/**
 * Is this the password? A try counts as a wrong one until this says otherwise: a right one is none, nor is one that
 * nobody came to look at. Errors are those of `fitsPassword`.
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
