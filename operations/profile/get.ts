import { readProfileSettings } from "../../core/contracts/profile.ts";
import type { ProfileView } from "../../core/contracts/profile-views.ts";
import { WaybillError } from "../../core/errors.ts";
import { maskCredentials } from "../../core/profile/mask-credentials.ts";
import { findNewestProfile, listProfileVersions } from "../../prisma/store/profile.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";

/** The most versions the history shows. */
const MOST_VERSIONS = 50;

/**
 * A collection's profile as it is now, with its history.
 * @throws WaybillError `not_found`, `not_allowed`
 */
export async function getProfile({ db, actor }: Context, slug: string): Promise<ProfileView> {
  const newest = await findNewestProfile(db, slug);
  if (!newest) throw new WaybillError("not_found", "There is no such collection, or you cannot see it.");
  const { collectionId, settings, callbackSealed: _, ...profile } = newest;
  allow(actor, "read-profile", collectionId);
  const versions = await listProfileVersions(db, collectionId, MOST_VERSIONS);
  return {
    ...profile,
    settings: maskCredentials(readProfileSettings(settings)),
    versions: versions.map((version) => ({ ...version, createdAt: version.createdAt.toISOString() })),
  };
}
