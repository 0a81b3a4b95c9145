import * as z from "zod";
import { LANE_BACKENDS } from "../lane/backends.ts";
import { LANE_ORDERINGS } from "../lane/orderings.ts";
import { LaneSettings } from "../lane/settings.ts";
import { LONGEST_SERVICE_ID } from "../ledger/service-id.ts";
import { PAGING } from "./paging.ts";
import { Reason } from "./reason.ts";

/** The longest time a lane's setting may have: a week. */
const LONGEST_MS = 604_800_000;

const ordering = z.enum(LANE_ORDERINGS);
const width = z.int().min(1).max(100);
const batchId = z.string().min(1).max(64);

/** Query of `GET /api/v1/lanes`: by service id, keyset pages. `q` matches the service id; `alarm`: only lanes with one. */
export const LaneQuery = z.strictObject({
  q: z.string().trim().max(200).optional(),
  alarm: z.literal("true").optional(),
  ...PAGING,
});
export type LaneQuery = z.infer<typeof LaneQuery>;

/** How an operator may say that an open batch ended. */
export const RESOLUTIONS = ["Committed", "Invalid"] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/**
 * Body of `POST /api/v1/lanes/{serviceId}/actions`: hold, release, halt and resume act on the lane, `ask` on its open
 * batches or one of them, the others on one batch. Each has a reason of 1 to 500 characters. A batch that its ledger
 * may still apply can be skipped only with `even_if_it_may_still_apply`.
 */
export const LaneAction = z.discriminatedUnion("action", [
  z.strictObject({ action: z.enum(["hold", "release", "halt", "resume"]), reason: Reason }),
  z.strictObject({ action: z.literal("ask"), reason: Reason, batchId: batchId.optional() }),
  z.strictObject({ action: z.literal("resend"), reason: Reason, batchId }),
  z.strictObject({
    action: z.literal("skip"),
    reason: Reason,
    batchId,
    even_if_it_may_still_apply: z.boolean().optional(),
  }),
  z.strictObject({ action: z.literal("resolve"), reason: Reason, batchId, as: z.enum(RESOLUTIONS) }),
]);
export type LaneAction = z.infer<typeof LaneAction>;

const settingValue = z.union([z.string().max(64), z.number().max(LONGEST_MS)]);

/** Reports what is wrong with a lane's own settings, by the rules of core/lane/settings.ts. */
function checkSettings(
  given: object,
  addIssue: (issue: { code: "custom"; message: string; path: PropertyKey[] }) => void,
) {
  const { error } = LaneSettings.strict().safeParse(given);
  for (const { message, path } of error?.issues ?? []) addIssue({ code: "custom", message, path });
}

/** A lane's own settings: only values that differ from the defaults in core/lane/settings.ts are kept. */
const GivenSettings = z
  .record(z.string().max(64), settingValue)
  .superRefine((given, { addIssue }) => checkSettings(given, addIssue));

/**
 * Body of `POST /api/v1/lanes`. `ledger`: the name of a connection in LEDGERS, for sawtooth and scabbard. `name` and
 * `collection` (a slug) are those of the collection created with a ledger's lane; if left out, they are derived from
 * the id.
 */
export const LaneRequest = z.strictObject({
  serviceId: z.string().min(1).max(LONGEST_SERVICE_ID),
  backend: z.enum(LANE_BACKENDS),
  ordering: ordering.default("serial"),
  width: width.default(1),
  ledger: z.string().min(1).max(64).optional(),
  settings: GivenSettings.default({}),
  name: z.string().trim().min(1).max(200).optional(),
  collection: z.string().max(63).optional(),
});
export type LaneRequest = z.output<typeof LaneRequest>;

/**
 * Body of `PATCH /api/v1/lanes/{serviceId}`: what is left out stays. `revision`: that of the LaneView the change is
 * based on. In `settings`, null resets a value to its default.
 */
export const LaneChange = z.strictObject({
  revision: z.string().min(1).max(64),
  reason: Reason,
  ordering: ordering.optional(),
  width: width.optional(),
  settings: z
    .record(z.string().max(64), settingValue.nullable())
    .superRefine((given, { addIssue }) => {
      const known = new Set<string>(Object.keys(LaneSettings.shape));
      const set = Object.entries(given).filter(([name, value]) => value !== null || !known.has(name));
      checkSettings(Object.fromEntries(set), addIssue);
    })
    .default({}),
});
export type LaneChange = z.output<typeof LaneChange>;
