/** How one person wants the console shown; kept in a cookie, so that the server draws it right the first time. */
const CHOICES = {
  theme: ["system", "light", "dark"],
  zone: ["viewer", "utc"],
  rail: ["wide", "narrow"],
  rows: ["comfortable", "compact"],
  keys: ["on", "off"],
} as const;

export type Preferences = { readonly [Name in keyof typeof CHOICES]: (typeof CHOICES)[Name][number] };
export type Zone = Preferences["zone"];

export const PREFERENCES_COOKIE = "waybill-display";
const ONE_YEAR_SECONDS = 31_536_000;

/** The cookie's value as preferences; anything unknown falls back to the first choice. */
export function readPreferences(cookie: string | undefined): Preferences {
  const kept = new URLSearchParams(cookie ?? "");
  const pick = <Choice extends string>(name: string, choices: readonly [Choice, ...Choice[]]): Choice =>
    choices.find((choice) => choice === kept.get(name)) ?? choices[0];
  return {
    theme: pick("theme", CHOICES.theme),
    zone: pick("zone", CHOICES.zone),
    rail: pick("rail", CHOICES.rail),
    rows: pick("rows", CHOICES.rows),
    keys: pick("keys", CHOICES.keys),
  };
}

/** The cookie to set in the browser. */
export function writePreferences(preferences: Preferences): string {
  const value = encodeURIComponent(new URLSearchParams(preferences).toString());
  return `${PREFERENCES_COOKIE}=${value}; Path=/; Max-Age=${ONE_YEAR_SECONDS}; SameSite=Lax`;
}
