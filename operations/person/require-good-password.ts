import { WaybillError } from "../../core/errors.ts";
import { isCommonPassword } from "../../lib/common-password.ts";

/**
 * Refuses a password that is common, or made from things everybody knows about the person.
 * @throws WaybillError `password_common`
 */
export async function requireGoodPassword(
  password: string,
  person: { readonly name: string; readonly email: string },
): Promise<void> {
  if (!(await isCommonPassword(password, [person.name, person.email]))) return;
  throw new WaybillError(
    "password_common",
    "This password is too easy to guess. Choose another, such as four unrelated words.",
  );
}
