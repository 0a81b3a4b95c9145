import * as z from "zod";
import { LANE_ORDERINGS } from "../lane/orderings.ts";
import { ProfileSettings } from "./profile.ts";
import { Reason } from "./reason.ts";

const name = z.string().trim().min(1, "Give the collection a name.").max(200);
/** As in addresses: lower-case letters, digits and hyphens. */
const slug = z
  .string()
  .regex(
    /^[a-z0-9](?:[a-z0-9_-]{0,62}[a-z0-9])?$/,
    "A slug has lower-case letters, digits, hyphens and underscores.",
  );

/** Body of `PUT /api/v1/collections/{slug}/profile`. `version`: the one the change is based on. */
export const ProfileChange = z.strictObject({
  version: z.int().min(1),
  name: name.optional(),
  settings: ProfileSettings,
  reason: Reason,
});
export type ProfileChange = z.infer<typeof ProfileChange>;

/**
 * Body of `POST /api/v1/collections`. Without `lane` the collection gets a lane of its own, named after its slug, of this
 * `ordering`; a lane that exists has its own.
 */
export const CollectionRequest = z.strictObject({
  slug,
  name,
  lane: z.string().trim().min(1).max(100).optional(),
  ordering: z.enum(LANE_ORDERINGS).default("unordered"),
  settings: ProfileSettings.default(() => ProfileSettings.parse({})),
  reason: Reason,
});
export type CollectionRequest = z.infer<typeof CollectionRequest>;

/**
 * Body of `POST /api/v1/profiles/import`: the text of a Merritt profile file, at most 100,000 characters. `dryRun`:
 * only report what the import would do.
 */
export const ProfileImport = z.strictObject({
  text: z.string().min(1, "The file is empty.").max(100_000, "A profile has at most 100,000 characters."),
  dryRun: z.boolean().default(false),
  reason: Reason.optional(),
});
export type ProfileImport = z.infer<typeof ProfileImport>;
