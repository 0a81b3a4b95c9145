import { type Catalogue, type FactsIn, problem, warning } from "../problem/catalogue.ts";

/**
 * Everything that can be wrong or odd in a bag, with the sentence the depositor reads. A problem refuses the bag.
 * Source: RFC 8493; docs/reference/containers.md, "Bags"; a test compares the tables there with this one.
 */
export const BAG_PROBLEMS = {
  // the bag as a whole
  bag_no_declaration: problem("The bag has no bagit.txt."),
  bag_declaration: problem(
    "bagit.txt does not have the two lines BagIt-Version: M.N and Tag-File-Character-Encoding: UTF-8, each once and in this order.",
  ),
  bag_declaration_space: problem(
    "bagit.txt has white space where BagIt 1.0 allows none: a line is a name, a colon, one space and a value.",
  ),
  bag_byte_order_mark: problem("{file} begins with a byte order mark. Save it as UTF-8 without one."),
  bag_version: problem("bagit.txt names the version {version}. Waybill knows 0.93 to 0.97 and 1.0."),
  bag_encoding_unknown: problem(
    "bagit.txt names the encoding {encoding}, which Waybill does not read. Use UTF-8.",
  ),
  bag_encoding: problem("{file} is not written in {encoding}, which bagit.txt names."),
  bag_no_manifest: problem("The bag has no payload manifest. Add one, such as manifest-sha512.txt."),
  bag_algorithm: problem(
    "{file} uses an algorithm Waybill does not know. Use sha512, sha384, sha256, sha224, sha1 or md5.",
  ),
  bag_line_too_long: problem("{file} has a line longer than {most} characters."),

  // a line of a manifest
  bag_line: problem("{file} has a line that is not a digest, white space and a path."),
  bag_digest_form: problem("The digest of {path} in {file} is not a valid {algorithm} digest."),
  bag_path: problem('{file} names "{path}", which is not a path inside the bag.'),
  bag_not_payload: problem('{file} names "{path}", which is not in data/.'),
  bag_backslash: problem(
    '{file} names "{path}" with backslashes, as Windows writes paths. Write them with slashes.',
  ),
  bag_twice: problem("{file} names {path} twice."),
  bag_digests_differ: problem("{file} names {path} twice, with different digests."),
  bag_missing: problem("{path} is named in {file} but is not in the bag."),
  bag_hole: problem(
    "{path} is not in the bag: fetch.txt names an address for it. Put the file into the bag; Waybill does not fetch it.",
  ),
  bag_digest: problem("{path} does not match its digest in {file}: it was damaged or changed."),
  bag_unlisted: problem("{path} is in the bag but in no payload manifest."),
  bag_unlisted_in: problem(
    "{path} is in the bag but not in {file}. BagIt 1.0 requires every file in every payload manifest.",
  ),
  bag_tag_manifest_listed: problem(
    "{file} names the tag manifest {path}. A tag manifest must not name a tag manifest.",
  ),
  bag_manifest_unlisted: problem("{file} does not name {path}. A tag manifest names every payload manifest."),

  // bag-info.txt and fetch.txt
  bag_info_line: problem("{file} has a line that is not a label, a colon and a value."),
  bag_oxum_form: problem("Payload-Oxum in {file} is {found}, which is not written like 1234.5."),
  bag_oxum: problem("Payload-Oxum in {file} is {found}, but data/ has {bytes} in {files}."),
  bag_oxum_twice: problem("{file} has Payload-Oxum more than once."),
  bag_fetch_line: problem("fetch.txt has a line that is not an address, a length and a path."),
  bag_fetch_url: problem('fetch.txt has "{url}" where an address should be.'),
  bag_fetch_unlisted: problem("fetch.txt names {path}, which is not in {file}."),

  // the BagIt profile it names
  bag_profile_version: problem(
    "The bag has the BagIt version {version}. Its profile {profile} allows {allowed}.",
  ),
  bag_profile_packed: problem("The profile {profile} forbids packing the bag into a container."),
  bag_profile_format: problem("The bag came as {format}. Its profile {profile} allows {allowed}."),
  bag_profile_tag: problem("bag-info.txt has no {label}, which the profile {profile} requires."),
  bag_profile_value: problem(
    '{label} in bag-info.txt is "{value}". The profile {profile} allows: {allowed}.',
  ),
  bag_profile_repeated: problem(
    "bag-info.txt has {label} more than once, which the profile {profile} does not allow.",
  ),
  bag_profile_manifest: problem("The bag has no {file}, which the profile {profile} requires."),
  bag_profile_other_manifest: problem("The bag has {file}, which the profile {profile} does not allow."),
  bag_profile_fetch: problem("The bag has a fetch.txt, which the profile {profile} does not allow."),
  bag_profile_no_fetch: problem("The bag has no fetch.txt, which the profile {profile} requires."),
  bag_profile_data: problem("data/ has files, but the profile {profile} wants it empty."),
  bag_profile_file: problem("The bag has no {path}, which the profile {profile} requires."),
  bag_profile_other_file: problem(
    "The bag has the tag file {path}, which the profile {profile} does not allow.",
  ),

  bag_profile_unknown: warning(
    "The bag names the BagIt profile {profile}, which the collection does not have. It was not checked.",
  ),
  bag_old: warning("The bag has the version {version}. It was checked by the rules of 0.97."),
  bag_loose_declaration: warning("bagit.txt has more white space than it should have."),
  bag_mark_ignored: warning("{file} begins with a byte order mark, which was ignored."),
  bag_algorithm_skipped: warning(
    "{file} uses an algorithm Waybill does not know, so its digests were not compared.",
  ),
  bag_manifest_name: warning("{file} should be called {proper}. It was read all the same."),
  bag_star: warning("{file} has a * before a path, as md5sum writes it. It was ignored."),
  bag_dot_slash: warning("{file} has ./ before a path. It was ignored."),
  bag_twice_same: warning("{file} names {path} twice, with the same digest."),
  bag_normalised: warning("{file} writes {path} with different Unicode characters from the file's own name."),
  bag_case: warning(
    "{file} names {path}, which exists with the same bytes, but with different upper and lower case.",
  ),
  bag_system_file: warning("{path} is a file of an operating system. It is kept like any other."),
  bag_info_line_ignored: warning(
    "{file} has a line that is not a label, a colon and a value. It was ignored.",
  ),
  bag_oxum_repeated: warning("{file} has Payload-Oxum more than once. The first was compared."),
  bag_manifest_unnamed: warning("{file} does not name {path}."),
  bag_tag_manifest_named: warning("{file} names the tag manifest {path}."),
} as const satisfies Catalogue;
export type BagCode = keyof typeof BAG_PROBLEMS;

/** Takes what a rule found. `line` counts from 1; 0 means the whole. */
export type BagReport = <C extends BagCode>(
  line: number,
  code: C,
  ...facts: FactsIn<typeof BAG_PROBLEMS, C>
) => void;
