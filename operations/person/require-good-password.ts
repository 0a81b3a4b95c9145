import { WaybillError } from "../../core/errors.ts";
import { isCommonPassword } from "../../lib/common-password.ts";

/**
 * Refuses a password that is common, or made of what everybody knows of the person.
 * @throws WaybillError `password_common`
 */
export async function requireGoodPassword(
  password: string,
  person: { readonly name: string; readonly email: string },
): Promise<void> {
  if (!(await isCommonPassword(password, [person.name, person.email]))) return;
  throw new WaybillError(
    "password_common",
    "This password is one of those that are guessed first. Choose another, such as four words that have nothing to do with each other.",
  );
}
