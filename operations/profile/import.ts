import type { ProfileImport } from "../../core/contracts/profile-requests.ts";
import type { ProfileImported } from "../../core/contracts/profile-views.ts";
import { WaybillError } from "../../core/errors.ts";
import { changedSettings } from "../../core/profile/changed-settings.ts";
import { maskCredentials } from "../../core/profile/mask-credentials.ts";
import { readMerrittProfile } from "../../core/profile/read-merritt-profile.ts";
import { findNewestProfile } from "../../prisma/store/profile.ts";
import { allow } from "../allow.ts";
import { createCollection } from "../collection/create.ts";
import type { Context } from "../context.ts";
import { changeProfile } from "./change.ts";
import { openCallback } from "./sealed-callback.ts";

/**
 * Imports a Merritt profile file: creates its collection, or adds a profile version to the collection with the same
 * slug, in which the name and the settings the file has no key for stay as they were. A dry run only reports what would
 * be done.
 * @throws WaybillError `not_allowed`; `profile_invalid` with every problem, unless it is a dry run; those of the two
 * verbs
 */
export async function importProfile(
  ctx: Context,
  { text, dryRun, reason = "Imported from a Merritt profile." }: ProfileImport,
): Promise<ProfileImported> {
  allow(ctx.actor, "change-profile");
  const reading = readMerrittProfile(text);
  const { slug, problems } = reading;
  const [first] = problems;
  if (first && !dryRun) throw invalid(first, problems);
  const newest = slug === "" ? undefined : await findNewestProfile(ctx.db, slug);
  const name = reading.name ?? newest?.name ?? slug;
  const before = newest && openCallback(ctx.env, newest.collectionId, newest).settings;
  const settings = before ? { ...before, ...reading.given } : reading.settings;
  const isSame = newest && before && newest.name === name && changedSettings(before, settings).length === 0;
  const outcome = newest ? (isSame ? "same" : "change") : "create";
  if (!dryRun && outcome === "create") await createCollection(ctx, { slug, name, settings, reason });
  if (!dryRun && newest && outcome === "change")
    await changeProfile(ctx, { slug, version: newest.version, name, settings, reason });
  const { given: _, ...shown } = reading;
  return { ...shown, name, settings: maskCredentials(settings), outcome, done: !dryRun };
}

function invalid(first: WaybillError["problems"][number], problems: WaybillError["problems"]): WaybillError {
  const rest = problems.length - 1;
  const more = rest === 0 ? "" : ` There ${rest === 1 ? "is 1 more problem" : `are ${rest} more problems`}.`;
  const where = first.line > 0 ? `Line ${first.line}: ` : "";
  return new WaybillError(
    "profile_invalid",
    `The profile cannot be imported. ${where}${first.message}${more}`,
    {
      problems,
    },
  );
}
