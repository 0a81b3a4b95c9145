import { ProfileSettings } from "../../core/contracts/profile.ts";
import { splitAddress } from "../../core/manifest/split-address.ts";
import type { Env } from "../../lib/env.ts";
import { seal, unseal } from "../../lib/seal.ts";

type Secret = Pick<Env, "AUTH_SECRET">;

/** A profile's settings as a row keeps them. `callbackSealed`: the callback's address with its credentials; null: it has none. */
export type SealedSettings = { readonly settings: ProfileSettings; readonly callbackSealed: string | null };

/** The same as they come out of a row, not yet checked. */
type KeptSettings = { readonly settings: unknown; readonly callbackSealed: string | null };

/** The longest address the settings take (core/contracts/profile.ts). */
const MOST_CHARACTERS = 2048;

/** Settings for their row: credentials only in the sealed part, which opens for this collection alone. */
export function sealCallback(env: Secret, collectionId: string, settings: ProfileSettings): SealedSettings {
  const { clear, secret } = splitAddress(settings.callbackUrl ?? "");
  if (secret === null) return { settings, callbackSealed: null };
  const shown = clear.length > MOST_CHARACTERS ? new URL(clear).origin : clear;
  return {
    settings: { ...settings, callbackUrl: shown },
    callbackSealed: seal(secret, sealing(env, collectionId)),
  };
}

/**
 * Settings with the callback's whole address. `isOpen`: false when AUTH_SECRET is another than when it was sealed; the
 * address is then without its credentials.
 * @throws ZodError: settings that are none
 */
export function openCallback(
  env: Secret,
  collectionId: string,
  { settings, callbackSealed }: KeptSettings,
): { readonly settings: ProfileSettings; readonly isOpen: boolean } {
  const kept = ProfileSettings.parse(settings);
  if (callbackSealed === null) return { settings: kept, isOpen: true };
  const callbackUrl = unseal(callbackSealed, sealing(env, collectionId));
  if (callbackUrl === undefined) return { settings: kept, isOpen: false };
  return { settings: { ...kept, callbackUrl }, isOpen: true };
}

function sealing({ AUTH_SECRET }: Secret, owner: string) {
  return { secret: AUTH_SECRET, purpose: "callback-address", owner } as const;
}
