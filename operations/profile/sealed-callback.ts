import type { CallbackTarget, KeptProfile } from "../../core/callback/target.ts";
import { type ProfileSettings, readProfileSettings } from "../../core/contracts/profile.ts";
import { splitAddress } from "../../core/manifest/split-address.ts";
import type { Env } from "../../lib/env.ts";
import { seal, unseal } from "../../lib/seal.ts";

type Secret = Pick<Env, "AUTH_SECRET">;

/** The longest address the settings take (core/contracts/profile.ts). */
const MOST_CHARACTERS = 2048;

/** Settings for storage: credentials only in the sealed part, which can be opened for this collection alone. */
export function sealCallback(env: Secret, collectionId: string, settings: ProfileSettings): CallbackTarget {
  const { clear, secret } = splitAddress(settings.callbackUrl ?? "");
  if (secret === null) return { settings, callbackSealed: null };
  const shown = clear.length > MOST_CHARACTERS ? new URL(clear).origin : clear;
  return {
    settings: { ...settings, callbackUrl: shown },
    callbackSealed: seal(secret, sealing(env, collectionId)),
  };
}

/**
 * Settings with the callback's full address. `shown`: the address as stored in the row. `isOpen`: false when
 * AUTH_SECRET has changed since it was sealed; the address is then the row's.
 */
type OpenedProfile = {
  readonly settings: ProfileSettings;
  readonly shown: string | null;
  readonly isOpen: boolean;
};

/**
 * Opens the settings of a row.
 * @throws ZodError: the row does not hold valid settings
 */
export function openCallback(
  env: Secret,
  collectionId: string,
  { settings, callbackSealed }: KeptProfile,
): OpenedProfile {
  const kept = readProfileSettings(settings);
  const shown = kept.callbackUrl;
  if (callbackSealed === null) return { settings: kept, shown, isOpen: true };
  const callbackUrl = unseal(callbackSealed, sealing(env, collectionId));
  if (callbackUrl === undefined) return { settings: kept, shown, isOpen: false };
  return { settings: { ...kept, callbackUrl }, shown, isOpen: true };
}

function sealing({ AUTH_SECRET }: Secret, owner: string) {
  return { secret: AUTH_SECRET, purpose: "callback-address", owner } as const;
}
