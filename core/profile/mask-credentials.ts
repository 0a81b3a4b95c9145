import type { ProfileSettings } from "../contracts/profile.ts";
import { maskUrl } from "../manifest/mask-url.ts";

/** Settings as they may be shown: the callback's address without its user and password. */
export function maskCredentials(settings: ProfileSettings): ProfileSettings {
  return { ...settings, callbackUrl: settings.callbackUrl && maskUrl(settings.callbackUrl) };
}

/**
 * Settings that came back from a form: an address still as it was shown keeps the credentials it had. `kept`: the address
 * as its row has it, which is what was shown; the origin alone where the masked one would be too long.
 */
export function restoreCredentials(
  asked: ProfileSettings,
  before: ProfileSettings,
  kept: string | null,
): ProfileSettings {
  const isAsShown =
    before.callbackUrl !== null && [maskUrl(before.callbackUrl), kept].includes(asked.callbackUrl);
  return isAsShown ? { ...asked, callbackUrl: before.callbackUrl } : asked;
}
