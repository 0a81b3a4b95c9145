import * as z from "zod";
import { Reason } from "./reason.ts";

/** End the stint of this term; if another one has begun, nothing happens. */
export const StepDownRequest = z.strictObject({ term: z.int().min(1), reason: Reason });
export type StepDownRequest = z.infer<typeof StepDownRequest>;

/** Verify epochs with a seq above this one, which is taken to be good; 0: all. */
export const ChainQuery = z.strictObject({ after: z.coerce.number().int().min(0).default(0) });
