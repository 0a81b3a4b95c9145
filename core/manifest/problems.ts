import type { Problem } from "../errors.ts";
import { type Catalogue, describeOf, type FactsIn, problem, warning } from "../problem/catalogue.ts";

/**
 * Everything that can be wrong with a manifest or a file name, with the sentence the depositor reads; `{...}` is filled
 * in. A manifest with a problem is refused; one with only warnings is accepted. Source: docs/reference/manifest.md,
 * "Problems" and "Warnings"; a test compares the tables there with this one.
 */
export const MANIFEST_PROBLEMS = {
  // the manifest as a whole
  empty_manifest: problem("The manifest is empty. Check how it was written and upload it again."),
  not_text: problem(
    "This is not a text file, so it cannot be a manifest. Choose the manifest, or deposit this file with the type file.",
  ),
  not_utf8: problem("The manifest is written in {encoding}. Save it as UTF-8 and upload it again."),
  not_a_manifest: problem(
    'This is not a manifest: it has no lines that begin with #% and its first row, "{found}", does not begin with an address. Choose the manifest, or deposit this file with the type file.',
  ),
  no_rows: problem("The manifest names no files. Add one row for each above the line #%eof."),
  too_many_problems: problem(
    "Reading stopped here: the manifest has {most} problems. Correct them and upload it again; the rest is checked then.",
  ),
  too_many_rows: problem("The manifest has more than {most} rows. Split it into several manifests."),
  line_too_long: problem(
    "The line is longer than {most} characters. Check that each file has a line of its own.",
  ),
  eof_missing: problem(
    "The manifest ends without the line #%eof, so part of it may be missing. Check that it is complete and add #%eof as its last line.",
  ),
  after_eof: problem(
    "Something follows the line #%eof (line {eof}), so two manifests may have been joined. Only blank lines may follow it: remove the rest, or move #%eof to the end.",
  ),

  // the lines that begin with #%
  profile_missing: problem(
    "The manifest has lines that begin with #% but no profile before its first row. Add this line at the top: {wanted}",
  ),
  profile_unknown: problem(
    'The profile "{found}" is not one for deposits. For this type ({kind}) the line is: {wanted}',
  ),
  profile_other_kind: problem(
    "The profile says that this is a manifest of another type ({found}), but it was deposited as this one: {kind}. Choose the other type, or change the line to: {wanted}",
  ),
  fields_twice: problem("The line names the column {column} twice. Name each column once."),
  fields_without_url: problem(
    "The line does not name the column nfo:fileUrl. Add it where the addresses are.",
  ),
  fields_unclear: problem(
    'The line puts the columns in an order of its own and names one Waybill does not know, "{column}". Correct its name or leave the column out.',
  ),
  fields_conflict: problem(
    "A second line with column names differs from the first, or from the columns the rows above were read by. Keep one, above the first row.",
  ),

  // a row
  text_malformed: problem(
    "Column {column} holds characters that are damaged or not UTF-8. Save the manifest as UTF-8 and check this row.",
  ),
  text_control: problem("Column {column} holds a control character. Remove it, or retype the row."),
  url_missing: problem(
    "The row has no address in the column nfo:fileUrl. Add the address the file is fetched from.",
  ),
  url_scheme: problem('The address "{url}" does not begin with http:// or https://. Correct it.'),
  url_file_refused: problem(
    'The address "{url}" points to a folder of the server, which is not allowed here. Use an address that begins with http:// or https://.',
  ),
  url_space: problem(
    'The address "{url}" has a space in it. Write %20 for a space in an address, and put | between two columns.',
  ),
  url_invalid: problem('The address "{url}" is not a valid one. Check the host name and the port.'),
  digest_without_algorithm: problem(
    "The row has a digest but no algorithm. Name it in the column nfo:hashAlgorithm, or leave both columns empty.",
  ),
  algorithm_without_digest: problem(
    "The row names a digest algorithm but no digest. Add it in the column nfo:hashValue, or leave both columns empty.",
  ),
  digest_algorithm: problem('Waybill does not check digests of the kind "{found}". Use one of: {accepted}.'),
  digest_length: problem(
    "The digest has {found} characters, but one of the kind {algorithm} has {wanted}. Copy it again, or correct the algorithm.",
  ),
  digest_not_hex: problem("The digest has characters other than 0-9 and a-f. Give it in hexadecimal."),
  size_invalid: problem(
    'The size "{found}" is not a whole number of bytes. Write digits only, or leave it empty.',
  ),
  identifier_invalid: problem(
    'The primary identifier "{found}" is not an ARK. Write it like ark:/99999/fk4abc, or leave it empty to get a new one.',
  ),
  local_identifiers_long: problem(
    "The row has more than {count} local identifiers, or one longer than {characters} characters. Give fewer or shorter ones.",
  ),

  url_too_long: problem(
    "The address (nfo:fileUrl) has {found} characters; it may have {most} at most. Shorten it.",
  ),
  mime_type_too_long: problem(
    "The media type (mrt:mimeType) has {found} characters; it may have {most} at most. Shorten it.",
  ),
  primary_identifier_too_long: problem(
    "The primary identifier (mrt:primaryIdentifier) has {found} characters; it may have {most} at most. Shorten it.",
  ),
  local_identifier_too_long: problem(
    "The local identifiers (mrt:localIdentifier) have {found} characters in total; they may have {most} at most. Give fewer or shorter ones.",
  ),
  creator_too_long: problem(
    "The creator (mrt:creator) has {found} characters; it may have {most} at most. Shorten it.",
  ),
  title_too_long: problem(
    "The title (mrt:title) has {found} characters; it may have {most} at most. Shorten it.",
  ),
  date_too_long: problem(
    "The date (mrt:date) has {found} characters; it may have {most} at most. Shorten it.",
  ),

  // a file name
  name_missing: problem(
    "The row has no file name and the address does not end in one. Add the name in the column nfo:fileName.",
  ),
  name_unreadable: problem('The file name "{name}" holds damaged characters. Write the name again.'),
  name_control: problem('The file name "{name}" holds a control character. Remove it from the name.'),
  name_backslash: problem('The file name "{name}" has a backslash. Put / between folders.'),
  name_absolute: problem(
    'The file name "{name}" begins at the top of a disk. Write it from the top folder of the object, without a leading / or drive letter.',
  ),
  name_dots: problem('The file name "{name}" has a part that is . or .. only. Write the name without it.'),
  name_empty_part: problem(
    'The file name "{name}" has an empty part (// or / at its end). Remove the extra /.',
  ),
  name_part_too_long: problem(
    'The file name "{name}" has a part longer than {most} bytes between two slashes. Shorten it.',
  ),
  name_too_long: problem('The file name "{name}" is longer than {most} bytes. Shorten it.'),
  name_twice: problem('The file name "{name}" is already on line {other}. Give each file a name of its own.'),
  name_file_and_folder: problem(
    '"{name}" would be a file and a folder at once (see line {other}). Rename one of the two.',
  ),
  too_many_folders: problem("The files lie in more than {most} folders. Use fewer folders."),

  // warnings
  fields_unknown: warning(
    'The column "{column}" is not one Waybill knows. The columns are read in the usual order for this type.',
  ),
  date_ignored: warning('The date "{found}" is not written like 2024-05-31T12:00:00Z and was ignored.'),
  url_fragment: warning(
    'The part of the address "{url}" after # is not sent to the source, so another file may come. Write %23 for a # in a name.',
  ),
  mime_type_ignored: warning('The media type "{found}" is not written like image/jpeg and was ignored.'),
  name_case_twin: warning(
    'The file name "{name}" differs from the one on line {other} only in upper and lower case. Some systems cannot keep both.',
  ),
  name_windows: warning('The file name "{name}" cannot be used on Windows.'),
  name_direction: warning(
    'The file name "{name}" holds characters that change the direction of the text, so it may read differently from what it is.',
  ),
  name_not_container: warning(
    'The file name "{name}" does not end like a container (.zip, .tar, .tar.gz, ...).',
  ),
  name_not_manifest: warning('The file name "{name}" does not end in .checkm.'),
  name_is_container: warning('"{name}" is kept as one file; a batch of single files is not unpacked.'),
} as const satisfies Catalogue;
export type ManifestCode = keyof typeof MANIFEST_PROBLEMS;

/** The facts a code's sentence needs: none, or one object with a value for each `{...}`. */
export type FactsOf<C extends ManifestCode> = FactsIn<typeof MANIFEST_PROBLEMS, C>;

/** Receives what a rule found. Text in the facts may be hostile; it is masked and cut when the sentence is made. */
export type Report = <C extends ManifestCode>(code: C, ...facts: FactsOf<C>) => void;

/** The problem with its sentence filled in. `line` counts from 1; 0 means the whole manifest, or a name outside one. */
export function describeProblem<C extends ManifestCode>(
  line: number,
  code: C,
  ...facts: FactsOf<C>
): Problem {
  return describeOf(MANIFEST_PROBLEMS, line, code, ...facts);
}
