import type { ObjectVersionView } from "../../core/contracts/object-views.ts";

/** The version the URL asks for, else the newest. */
export function shownVersion(
  versions: readonly ObjectVersionView[],
  wanted: string | undefined,
): ObjectVersionView | undefined {
  const newest = versions.reduce<ObjectVersionView | undefined>(
    (best, version) => (best === undefined || version.version > best.version ? version : best),
    undefined,
  );
  return versions.find((version) => String(version.version) === wanted) ?? newest;
}
