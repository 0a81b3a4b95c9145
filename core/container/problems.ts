import type { ErrorCode, Problem } from "../errors.ts";
import { type Catalogue, describeOf, type FactsIn, warning as noted, problem } from "../problem/catalogue.ts";

const invalid = <const S extends string>(sentence: S) =>
  ({ ...problem(sentence), error: "container_invalid" }) as const;
const large = <const S extends string>(sentence: S) =>
  ({ ...problem(sentence), error: "container_too_large" }) as const;
const other = <const S extends string>(sentence: S) =>
  ({ ...problem(sentence), error: "container_unsupported" }) as const;
const warning = <const S extends string>(sentence: S) => ({ ...noted(sentence), error: null }) as const;

/**
 * Everything that can be wrong or odd in a container, with the sentence the depositor reads and the error it makes;
 * `null` is a warning. What can be wrong with a single name is in MANIFEST_PROBLEMS.
 * Source: docs/reference/containers.md, "Problems"; a test compares the table there with this one.
 */
export const CONTAINER_PROBLEMS = {
  // an entry
  entry_link: invalid('"{name}" is a link. Put the file itself into the container.'),
  entry_special: invalid('"{name}" is a device, a pipe or the like, not a file. Leave it out.'),
  entry_encrypted: other('"{name}" is encrypted. Recreate the container without a password.'),
  entry_method: other(
    '"{name}" is packed in a way Waybill cannot unpack. Recreate the container with the methods store or deflate.',
  ),
  entry_kind: other(
    '"{name}" is stored in a way only some programs know. Recreate the container as a plain tar.',
  ),
  entry_sparse: other(
    '"{name}" is a sparse file, whose bytes are not all in the tar. Recreate the container without --sparse.',
  ),
  entry_continued: other(
    '"{name}" is the rest of a file that begins in another volume. Recreate the container as one file.',
  ),
  entry_header_differs: invalid(
    '"{name}" has one name in the container list and another in its own header. Recreate the container.',
  ),
  entry_folder_with_data: invalid('"{name}" is a folder but holds bytes. Recreate the container.'),
  entry_damaged: invalid('"{name}" is damaged: what unpacks is not what was packed. Recreate the container.'),
  entry_size: invalid(
    '"{name}" unpacks to a different size than the container says. Recreate the container.',
  ),
  entry_name_encoding: invalid(
    "A name is not in UTF-8. It may read {readings}. Say which in the field nameEncoding, or recreate the container with names in UTF-8.",
  ),
  entry_name_other_encoding: invalid(
    'The name "{name}" is not in {encoding}, which nameEncoding says. Correct the field, or recreate the container with names in UTF-8.',
  ),
  entry_name_marked: invalid(
    'The name "{name}" is marked as UTF-8 but is not. Recreate the container with names in UTF-8.',
  ),
  entry_ratio: large(
    '"{name}" would grow to more than {ratio} times its packed size. If this is intended, deposit it in an uncompressed tar.',
  ),

  // the container as a whole
  container_cut_short: invalid("It was cut short: its end is missing. Deposit it again, whole."),
  container_damaged: invalid(
    "It is damaged: its contents are inconsistent. Check it on your side and deposit it again.",
  ),
  packed_damaged: invalid(
    "It is damaged: what is packed in it does not unpack. Check it on your side and deposit it again.",
  ),
  tar_header: invalid(
    "The header of an entry is damaged, or what follows is not a tar. Check it on your side and deposit it again.",
  ),
  container_encrypted: other("It is encrypted as a whole. Recreate it without a password."),
  container_parted: other("It is split across several files. Recreate it as one."),
  zip_trailing: invalid(
    "Something follows the end of the zip, so it is cut short, or two files in one. Recreate the container.",
  ),
  zip_list_misplaced: invalid(
    "The list of the container does not end where its end record begins, so entries would be lost. Recreate the container.",
  ),
  zip_count_differs: invalid(
    "The number of entries at the end of the container differs from its list. Recreate the container.",
  ),
  tar_no_end: invalid(
    "The tar ends without the two empty blocks that end every tar: it was cut short. Deposit it again, whole.",
  ),
  zip_padding: warning("Zeros follow the end of the zip. They were left out."),
  zip_count_small: warning(
    "The end of the container counts fewer entries than its list holds, as programs do that count to 65,535 only. All of them were read.",
  ),
  tar_label: warning('The tar has the volume label "{name}". It is not a file and was left out.'),

  // entries together
  entry_twice: invalid('The container has "{name}" twice (entries {other} and {entry}). Keep one.'),
  entry_file_and_folder: invalid(
    '"{name}" would be a file and a folder at once (see entry {other}). Rename one of the two.',
  ),
  entry_overlap: invalid('"{name}" shares bytes with another entry. Recreate the container.'),
  too_many_entries: large("The container has more than {most} entries. Split it into several."),
  too_many_folders: large("The files lie in more than {most} folders. Use fewer folders."),
  names_too_long: large(
    "The names in the container are longer than {most} characters in total. Split it into several.",
  ),
  too_many_bytes: large(
    "The container unpacks to more than {most} bytes, which is more than there is room for. Split it into several.",
  ),
  bag_folder_twice: invalid(
    '"{name}" lies both beside the folder that is left out and inside it. Recreate the container without it.',
  ),
  no_files: invalid("The container has no files in it. There is nothing to deposit."),
  folder_left_out: warning('Everything lies in the folder "{name}". It was left out of the names.'),
  bag_unjudged: warning(
    '"{name}" belongs to a bag, but is neither at the top nor in the only folder there: the bag was not validated. Deposit each bag in a container of its own.',
  ),
  metadata_unread: warning(
    '"{name}" is not at the top, so it was kept but not read: what it says about the object does not count.',
  ),
  entry_case_twin: warning(
    'The name "{name}" differs from that of entry {other} only in upper and lower case. Some systems cannot keep both.',
  ),
} as const satisfies Catalogue & Record<string, { readonly error: ErrorCode | null }>;
export type ContainerCode = keyof typeof CONTAINER_PROBLEMS;

/** What a reader can find against a single entry. */
export type EntryFault = Extract<
  ContainerCode,
  | "entry_link"
  | "entry_special"
  | "entry_encrypted"
  | "entry_method"
  | "entry_kind"
  | "entry_sparse"
  | "entry_continued"
  | "entry_header_differs"
  | "entry_folder_with_data"
  | "entry_damaged"
  | "entry_size"
  | "entry_name_encoding"
  | "entry_name_other_encoding"
  | "entry_name_marked"
>;

/** What can be found against an entry's bytes once they are unpacked. */
export type BytesFault = Extract<EntryFault, "entry_damaged" | "entry_size">;

/** What can be wrong, or odd, about a zip's end. */
export type ZipEndFault = Extract<ContainerCode, "zip_trailing" | "zip_list_misplaced" | "zip_count_differs">;
export type ZipEndOddity = Extract<ContainerCode, "zip_padding" | "zip_count_small">;

/** The problem with its sentence filled in. Places are entries, told in the sentence; `line` is 0. */
export function describeEntryProblem<C extends ContainerCode>(
  code: C,
  ...facts: FactsIn<typeof CONTAINER_PROBLEMS, C>
): Problem {
  return describeOf(CONTAINER_PROBLEMS, 0, code, ...facts);
}
