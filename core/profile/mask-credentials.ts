import type { ProfileSettings } from "../contracts/profile.ts";
import { maskUrl } from "../manifest/mask-url.ts";

/** Settings as they may be shown: the callback's address without its user and password. */
export function maskCredentials(settings: ProfileSettings): ProfileSettings {
  return { ...settings, callbackUrl: settings.callbackUrl && maskUrl(settings.callbackUrl) };
}

/** Settings that came back from a form: an address still as it was shown keeps the credentials it had. */
export function restoreCredentials(asked: ProfileSettings, before: ProfileSettings): ProfileSettings {
  const isAsShown = before.callbackUrl !== null && asked.callbackUrl === maskUrl(before.callbackUrl);
  return isAsShown ? { ...asked, callbackUrl: before.callbackUrl } : asked;
}
