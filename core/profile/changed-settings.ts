import type { ProfileSettings } from "../contracts/profile.ts";

/** The settings in which two profiles differ; lists count as equal only in the same order. */
export function changedSettings(before: ProfileSettings, after: ProfileSettings): (keyof ProfileSettings)[] {
  const names = Object.keys(after) as (keyof ProfileSettings)[];
  return names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}
