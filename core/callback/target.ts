import { ProfileSettings } from "../contracts/profile.ts";

/** Where a callback goes: a profile version's address with the private addresses it allows; null address: nowhere. */
export type CallbackTarget = Pick<ProfileSettings, "callbackUrl" | "privateSources">;

/**
 * Whose address a callback takes. A batch keeps the profile version it was accepted under; what a person sends again goes
 * to the collection's present address, so that a wrong one can be mended, or to the kept one when there is none now.
 * Source: docs/reference/callbacks.md, "Sending again".
 * @throws ZodError: settings that are none
 */
export function targetOf(
  address: string,
  { pinned, present }: { readonly pinned: unknown; readonly present: unknown },
): CallbackTarget {
  if (address !== "present") return ProfileSettings.parse(pinned);
  const now = ProfileSettings.parse(present);
  return now.callbackUrl === null ? ProfileSettings.parse(pinned) : now;
}
