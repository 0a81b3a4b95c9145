import { z } from "zod";
import { FIGURE_RANGE_NAMES, USUAL_RANGE } from "../overview/ranges.ts";

/** Query of `GET /api/v1/overview`. `range`: how far back its figures go. */
export const OverviewQuery = z.strictObject({
  range: z.enum(FIGURE_RANGE_NAMES).default(USUAL_RANGE),
});
export type OverviewQuery = z.infer<typeof OverviewQuery>;
