import * as z from "zod";
import { REASON_LEAST, REASON_MOST } from "../reason.ts";

/** Why a person does something: 3 to 500 characters, without the spaces around them. */
export const reason = z
  .string()
  .trim()
  .min(REASON_LEAST, `Say why, in at least ${REASON_LEAST} characters.`)
  .max(REASON_MOST);
