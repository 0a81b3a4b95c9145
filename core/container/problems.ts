import type { ErrorCode, Problem } from "../errors.ts";
import { fillSentence, type SentenceFacts } from "../manifest/sentence.ts";

const invalid = <const S extends string>(sentence: S) => ({ error: "container_invalid", sentence }) as const;
const large = <const S extends string>(sentence: S) => ({ error: "container_too_large", sentence }) as const;
const other = <const S extends string>(sentence: S) =>
  ({ error: "container_unsupported", sentence }) as const;
const warning = <const S extends string>(sentence: S) => ({ error: null, sentence }) as const;

/**
 * Everything that can be wrong or odd in a container, with the sentence the depositor reads and the error it makes; `null`
 * is a warning. What can be wrong with a single name stands in MANIFEST_PROBLEMS.
 * Source: docs/reference/containers.md, "Problems"; a test compares the table there with this one.
 */
export const CONTAINER_PROBLEMS = {
  // an entry
  entry_link: invalid('"{name}" is a link. Put the file itself into the container.'),
  entry_special: invalid('"{name}" is a device, a pipe or the like, and not a file. Leave it out.'),
  entry_encrypted: other('"{name}" is encrypted. Make the container again without a password.'),
  entry_method: other(
    '"{name}" is packed in a way Waybill cannot unpack. Make the container again with the methods store or deflate.',
  ),
  entry_kind: other(
    '"{name}" is stored in a way only some programs know, such as a sparse file. Make the container again as a plain tar.',
  ),
  entry_header_differs: invalid(
    '"{name}" has one name in the list of the container and another one in its own header. Make the container again.',
  ),
  entry_folder_with_data: invalid('"{name}" is a folder but holds bytes. Make the container again.'),
  entry_damaged: invalid(
    '"{name}" is damaged: what unpacks is not what was packed. Make the container again.',
  ),
  entry_size: invalid('"{name}" unpacks to another size than the container says. Make the container again.'),
  entry_name_encoding: invalid(
    'The name "{name}" is neither UTF-8 nor ISO-8859-1. Make the container again with names in UTF-8.',
  ),
  entry_ratio: large(
    '"{name}" would grow to more than {ratio} times its packed size. If it is meant, deposit it in a tar that is not compressed.',
  ),

  // entries together
  entry_twice: invalid('The container has "{name}" twice (entries {other} and {entry}). Keep one.'),
  entry_file_and_folder: invalid(
    '"{name}" would be a file and a folder at once (see entry {other}). Rename one of the two.',
  ),
  entry_overlap: invalid('"{name}" shares bytes with another entry. Make the container again.'),
  too_many_entries: large("The container has more than {most} entries. Part it into several."),
  too_many_folders: large("The files lie in more than {most} folders. Use fewer folders."),
  names_too_long: large(
    "The names in the container are longer than {most} characters together. Part it into several.",
  ),
  too_many_bytes: large(
    "The container unpacks to more than {most} bytes, which is more than there is room for. Part it into several.",
  ),
  bag_folder_twice: invalid(
    'The folder "{name}" lies beside the bag and in it too. Make the container again without it.',
  ),
  no_files: invalid("The container has no files in it. There is nothing to deposit."),
  entry_case_twin: warning(
    'The name "{name}" differs from that of entry {other} in upper and lower case only. Some systems cannot keep both.',
  ),
} as const satisfies Record<string, { readonly error: ErrorCode | null; readonly sentence: string }>;
export type ContainerCode = keyof typeof CONTAINER_PROBLEMS;

/** What a reader can find against a single entry. */
export type EntryFault = Extract<
  ContainerCode,
  | "entry_link"
  | "entry_special"
  | "entry_encrypted"
  | "entry_method"
  | "entry_kind"
  | "entry_header_differs"
  | "entry_folder_with_data"
  | "entry_damaged"
  | "entry_size"
  | "entry_name_encoding"
>;

/** The problem with its sentence filled in. Places are entries, told in the sentence; `line` is 0. */
export function describeEntryProblem<C extends ContainerCode>(
  code: C,
  ...facts: SentenceFacts<(typeof CONTAINER_PROBLEMS)[C]["sentence"]>
): Problem {
  return { line: 0, code, message: fillSentence(CONTAINER_PROBLEMS[code].sentence, facts[0]) };
}
