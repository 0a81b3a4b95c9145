import { ProfileSettings } from "../contracts/profile.ts";

/** What a profile version keeps: its settings, not yet checked, and the callback's address with its credentials, sealed. */
export type KeptProfile = { readonly settings: unknown; readonly callbackSealed: string | null };

/**
 * Where a callback goes: a profile version's address, without its credentials when they are sealed, with the private
 * addresses it allows; null address: nowhere.
 */
export type CallbackTarget = {
  readonly settings: ProfileSettings;
  readonly callbackSealed: string | null;
};

/**
 * Whose address a callback takes. A batch keeps the profile version it was accepted under; what a person sends again
 * goes to the collection's present address, so that a wrong one can be fixed, or to the kept one when there is none
 * now.
 * Source: docs/reference/callbacks.md, "Sending again".
 * @throws ZodError: settings that are none
 */
export function targetOf(
  address: string,
  { pinned, present }: { readonly pinned: KeptProfile; readonly present: KeptProfile },
): CallbackTarget {
  if (address !== "present") return read(pinned);
  const now = read(present);
  return now.settings.callbackUrl === null ? read(pinned) : now;
}

function read({ settings, callbackSealed }: KeptProfile): CallbackTarget {
  return { settings: ProfileSettings.parse(settings), callbackSealed };
}
