import type { UnpackedFormat } from "../container/format.ts";
import { findManifests, type ManifestFile } from "./algorithms.ts";
import type { Bag } from "./bag.ts";
import type { BagInfo } from "./check-info.ts";
import { isPayload } from "./paths.ts";
import { type BagProfile, PROFILE_LABEL, profileId } from "./profile.ts";

/** The profiles a collection has, and what the bag came packed as; undefined: not known. */
export type Profiles = { readonly known: readonly BagProfile[]; readonly format: UnpackedFormat | undefined };

type Judged = {
  readonly bag: Bag;
  readonly info: BagInfo;
  readonly format: UnpackedFormat | undefined;
  readonly profile: BagProfile;
  /** The profile's identifier. */
  readonly id: string;
};

/** What a format may be called in Accept-Serialization. */
const MEDIA_TYPES: Readonly<Record<UnpackedFormat, readonly string[]>> = {
  zip: ["application/zip", "application/x-zip-compressed"],
  tar: ["application/tar", "application/x-tar"],
  gzip: [
    "application/gzip",
    "application/x-gzip",
    "application/tar+gzip",
    "application/x-gtar",
    "application/x-tar-gz",
    "application/x-compressed-tar",
  ],
};

/** Tag files with rules of their own, which Tag-Files-Allowed does not name. */
const OWN_TAG_FILES = ["bagit.txt", "bag-info.txt", "package-info.txt", "fetch.txt"];

/**
 * Checks a bag against each profile its bag-info.txt names and the collection has; one the collection does not have is
 * a warning.
 * Source: BagIt Profiles Specification 1.4.0, "Implementation Details".
 */
export function checkProfiles(bag: Bag, info: BagInfo, { known, format }: Profiles): void {
  const named = new Set((info.get(PROFILE_LABEL) ?? []).map(({ value }) => value));
  for (const id of named) {
    const profile = known.find((one) => profileId(one) === id);
    if (!profile) bag.report(0, "bag_profile_unknown", { profile: id });
    else for (const check of CHECKS) check({ bag, info, format, profile, id });
  }
}

const CHECKS: readonly ((judged: Judged) => void)[] = [
  checkVersion,
  checkSerialization,
  checkTags,
  checkManifestKinds,
  checkFetch,
  checkData,
  checkTagFiles,
];

function checkVersion({ bag, profile, id }: Judged): void {
  const allowed = profile["Accept-BagIt-Version"];
  const { version } = bag.declaration;
  if (allowed && !allowed.includes(version))
    bag.report(0, "bag_profile_version", { version, allowed: allowed.join(", "), profile: id });
}

/** What is deposited is always packed. */
function checkSerialization({ bag, profile, format, id }: Judged): void {
  const accepted = profile["Accept-Serialization"];
  if (profile.Serialization === "forbidden") bag.report(0, "bag_profile_packed", { profile: id });
  else if (format && accepted && !accepted.some((type) => MEDIA_TYPES[format].includes(type.toLowerCase())))
    bag.report(0, "bag_profile_format", { format, allowed: accepted.join(", "), profile: id });
}

function checkTags({ bag, info, profile, id }: Judged): void {
  for (const [label, { required, repeatable, values = [] }] of Object.entries(profile["Bag-Info"] ?? {})) {
    const found = info.get(label.toLowerCase()) ?? [];
    if (required && found.length === 0) bag.report(0, "bag_profile_tag", { label, profile: id });
    for (const { line, value } of found)
      if (values.length > 0 && !values.includes(value))
        bag.report(line, "bag_profile_value", { label, value, allowed: values.join("; "), profile: id });
    const [, second] = found;
    if (second && repeatable === false)
      bag.report(second.line, "bag_profile_repeated", { label, profile: id });
  }
}

function checkManifestKinds({ bag, profile, id }: Judged): void {
  const { payload, tag } = findManifests(bag.tree.files.keys());
  const check = (
    found: readonly ManifestFile[],
    prefix: string,
    required: readonly string[],
    allowed: readonly string[] | undefined,
  ) => {
    const kinds = new Set(found.map(({ name }) => name));
    for (const name of required)
      if (!kinds.has(kindOf(name)))
        bag.report(0, "bag_profile_manifest", { file: `${prefix}-${kindOf(name)}.txt`, profile: id });
    const permitted = allowed && new Set(allowed.map(kindOf));
    for (const { file, name } of found)
      if (permitted && !permitted.has(name))
        bag.report(0, "bag_profile_other_manifest", { file, profile: id });
  };
  check(payload, "manifest", profile["Manifests-Required"] ?? [], profile["Manifests-Allowed"]);
  check(tag, "tagmanifest", profile["Tag-Manifests-Required"] ?? [], profile["Tag-Manifests-Allowed"]);
}

/** `sha256` of `SHA-256`, as findManifests names kinds. */
function kindOf(name: string): string {
  return name.toLowerCase().replaceAll("-", "");
}

function checkFetch({ bag, profile, id }: Judged): void {
  const hasFetch = bag.tree.files.has("fetch.txt");
  if (hasFetch && profile["Allow-Fetch.txt"] === false) bag.report(0, "bag_profile_fetch", { profile: id });
  if (!hasFetch && profile["Fetch.txt-Required"]) bag.report(0, "bag_profile_no_fetch", { profile: id });
}

/** Empty but for what keeps the folder in the container: one file without bytes. */
function checkData({ bag, profile, id }: Judged): void {
  if (!profile["Data-Empty"]) return;
  const payload = [...bag.tree.files].filter(([path]) => isPayload(path));
  if (payload.length > 1 || payload.some(([, { sizeBytes }]) => sizeBytes > 0))
    bag.report(0, "bag_profile_data", { profile: id });
}

function checkTagFiles({ bag, profile, id }: Judged): void {
  const required = profile["Tag-Files-Required"] ?? [];
  const allowed = profile["Tag-Files-Allowed"];
  const { files } = bag.tree;
  for (const path of required) if (!files.has(path)) bag.report(0, "bag_profile_file", { path, profile: id });
  if (!allowed) return;
  const { payload, tag } = findManifests(files.keys());
  const free = new Set([...OWN_TAG_FILES, ...required, ...[...payload, ...tag].map(({ file }) => file)]);
  for (const path of files.keys()) {
    if (isPayload(path) || free.has(path) || allowed.some((pattern) => fits(path, pattern))) continue;
    bag.report(0, "bag_profile_other_file", { path, profile: id });
  }
}

/** Whether a path fits a pattern in which `*` stands for any characters or none, `/` too. */
export function fits(path: string, pattern: string): boolean {
  const [first = "", ...parts] = pattern.split("*");
  const last = parts.pop();
  if (last === undefined) return path === pattern;
  if (!path.startsWith(first) || !path.endsWith(last)) return false;
  let at = first.length;
  for (const part of parts) {
    const found = path.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return at <= path.length - last.length;
}
