import * as z from "zod";
import { REASON_LEAST, REASON_MOST } from "../reason.ts";

/** What a person who gives no reason is told. */
export const SAY_WHY = "Say why.";

/** Why a person does something, as the history and the audit keep it. Source: docs/reference/api.md. */
export const Reason = z.string().trim().min(REASON_LEAST, SAY_WHY).max(REASON_MOST);
