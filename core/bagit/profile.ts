import * as z from "zod";

const MOST_NAMES = 500;
const MOST_PROFILE = 100_000;

const names = z.array(z.string().min(1).max(260)).max(MOST_NAMES).optional();
const yesNo = z.boolean().optional();

/** What a profile asks of a tag in bag-info.txt; notes for people stay as they are. */
const Tag = z
  .object({ required: yesNo, values: z.array(z.string()).max(MOST_NAMES).optional(), repeatable: yesNo })
  .catchall(z.json());

/**
 * A BagIt profile as its JSON file has it, of the specification's versions 1.1 to 1.4. A key Waybill does not know is
 * refused, since bags would be accepted without checking it. At most 100,000 characters.
 * Source: BagIt Profiles Specification 1.4.0, "Implementation Details".
 */
export const BagProfile = z
  .strictObject({
    "BagIt-Profile-Info": z
      .object({
        "BagIt-Profile-Identifier": z.string().min(1).max(2_048),
        "BagIt-Profile-Version": z.string().regex(/^1\./, "Waybill checks profiles of version 1").optional(),
      })
      .catchall(z.json()),
    "Bag-Info": z.record(z.string(), Tag).optional(),
    "Manifests-Required": names,
    "Manifests-Allowed": names,
    "Tag-Manifests-Required": names,
    "Tag-Manifests-Allowed": names,
    "Tag-Files-Required": names,
    "Tag-Files-Allowed": names,
    "Allow-Fetch.txt": yesNo,
    "Fetch.txt-Required": yesNo,
    "Data-Empty": yesNo,
    Serialization: z.enum(["forbidden", "required", "optional"]).optional(),
    "Accept-Serialization": names,
    "Accept-BagIt-Version": names,
  })
  .refine((profile) => JSON.stringify(profile).length <= MOST_PROFILE, {
    message: `A profile has at most ${MOST_PROFILE.toLocaleString("en-US")} characters`,
  });
export type BagProfile = z.infer<typeof BagProfile>;

/** The profiles a collection has. */
export const BagProfiles = z
  .array(BagProfile, "Write profiles as JSON, in [ ] where there are several")
  .max(10);

/** The tag a bag names its profiles by, as checkInfo keeps labels. */
export const PROFILE_LABEL = "bagit-profile-identifier";

export function profileId(profile: BagProfile): string {
  return profile["BagIt-Profile-Info"]["BagIt-Profile-Identifier"];
}

/** The labels of bag-info.txt that any of the profiles asks for, in small letters. */
export function labelsOf(profiles: readonly BagProfile[]): ReadonlySet<string> {
  const asked = profiles.flatMap((profile) => Object.keys(profile["Bag-Info"] ?? {}));
  return new Set([PROFILE_LABEL, ...asked.map((label) => label.toLowerCase())]);
}
