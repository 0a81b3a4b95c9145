import { z } from "zod";
import { Reason, SAY_WHY } from "./reason.ts";

/**
 * Body of `POST /api/v1/incidents/{cause}/resume`. `preview`: only tell what would happen; no reason is needed then.
 * `failedBy`: only jobs that had failed by then, as the answer to the first part says it; now, if not given.
 */
export const IncidentResumeRequest = z
  .strictObject({
    reason: Reason.optional(),
    preview: z.boolean().default(false),
    failedBy: z.iso
      .datetime({ offset: true, error: "Give the time as 2026-01-31T14:30:00Z or with an offset." })
      .transform((text) => new Date(text))
      .optional(),
  })
  .refine(({ preview, reason }) => preview || reason !== undefined, {
    path: ["reason"],
    error: SAY_WHY,
  });
export type IncidentResumeRequest = z.infer<typeof IncidentResumeRequest>;

/**
 * Body of `POST /api/v1/incidents/{cause}/silence`. `until`: when it is shown again at the latest, ISO 8601 with an offset,
 * in the future and within a year; null: at once.
 */
export const IncidentSilenceRequest = z.strictObject({
  reason: Reason,
  until: z.iso
    .datetime({ offset: true, error: "Give the end as 2026-01-31T14:30:00Z or with an offset." })
    .transform((text) => new Date(text))
    .nullable(),
});
export type IncidentSilenceRequest = z.infer<typeof IncidentSilenceRequest>;
