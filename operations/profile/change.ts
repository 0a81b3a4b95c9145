import type { ProfileSettings } from "../../core/contracts/profile.ts";
import type { ProfileChange } from "../../core/contracts/profile-requests.ts";
import type { ProfileView } from "../../core/contracts/profile-views.ts";
import { WaybillError } from "../../core/errors.ts";
import { changedSettings } from "../../core/profile/changed-settings.ts";
import { maskCredentials, restoreCredentials } from "../../core/profile/mask-credentials.ts";
import { writeAudit } from "../../prisma/store/audit.ts";
import { renameCollection } from "../../prisma/store/collection.ts";
import { findNewestProfile, insertProfileVersion } from "../../prisma/store/profile.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";
import { getProfile } from "./get.ts";
import { openCallback, sealCallback } from "./sealed-callback.ts";

/**
 * Adds a version to a collection's profile. Batches accepted earlier keep theirs. An address sent back as it was shown
 * keeps its credentials.
 * @throws WaybillError `not_found`, `not_allowed`, `stale_state` (changed since `version`), `nothing_changed`
 */
export async function changeProfile(
  ctx: Context,
  { slug, version, name, settings, reason }: ProfileChange & { readonly slug: string },
): Promise<ProfileView> {
  const newest = await findNewestProfile(ctx.db, slug);
  if (!newest) throw new WaybillError("not_found", "There is no such collection, or you cannot see it.");
  allow(ctx.actor, "change-profile", newest.collectionId);
  if (newest.version !== version) throw changedMeanwhile();
  const { settings: before, shown, isOpen } = openCallback(ctx.env, newest.collectionId, newest);
  const after = restoreCredentials(settings, before, shown);
  const renamed = name !== undefined && name !== newest.name ? name : undefined;
  const changed = changedSettings(before, after);
  if (changed.length === 0 && renamed === undefined)
    throw new WaybillError("nothing_changed", "The profile has these settings already.");
  await ctx.db.$transaction(async (tx) => {
    const next = { id: ctx.uuid(), collectionId: newest.collectionId, version: version + 1 };
    // what cannot be decrypted is kept as it is, in case AUTH_SECRET is restored
    const kept =
      !isOpen && after.callbackUrl === before.callbackUrl
        ? { settings: after, callbackSealed: newest.callbackSealed }
        : sealCallback(ctx.env, newest.collectionId, after);
    const made = await insertProfileVersion(tx, { ...next, ...kept, createdBy: ctx.actor.name });
    if (!made) throw changedMeanwhile();
    if (renamed !== undefined) await renameCollection(tx, newest.collectionId, renamed);
    await writeAudit(tx, ctx.actor, {
      action: "profile.change",
      target: slug,
      reason,
      before: { version, name: newest.name, ...only(maskCredentials(before), changed) },
      after: {
        version: version + 1,
        name: renamed ?? newest.name,
        ...only(maskCredentials(after), changed),
      },
    });
  });
  ctx.changes.note({ collection: true });
  return getProfile(ctx, slug);
}

function only(
  settings: ProfileSettings,
  names: readonly (keyof ProfileSettings)[],
): Partial<ProfileSettings> {
  return Object.fromEntries(names.map((name) => [name, settings[name]]));
}

function changedMeanwhile(): WaybillError {
  return new WaybillError(
    "stale_state",
    "Somebody else has changed this profile since you opened it. Reload it, then decide.",
  );
}
