import type { Digest, DigestAlgorithm } from "./digest/algorithms.ts";
import type { TriedRefusal } from "./mail/after-try.ts";
import type { Letter } from "./mail/letter.ts";
import type { MediaSigns } from "./media/judge.ts";
import type { ReportFacts } from "./report/facts.ts";
import type { FileSource } from "./storage/ports.ts";
import type { RootFaultKind, RootName } from "./storage/root.ts";

/**
 * The outside world as the rest of Waybill sees it. Each port has one real adapter in adapters/, connected in
 * worker/wiring.ts or app/_server/context.ts.
 */

/** Which addresses a collection's sources may have. Source: docs/reference/manifest.md, "Where files may come from". */
export type SourceRules = {
  /** `host` or `host:port` of sources that may be used although their address is not public. */
  readonly privateSources: readonly string[];
  /** If not empty, only these hosts (exact, or `.example.org` for a domain and everything below it). */
  readonly hosts: readonly string[];
};

/** What a source reports without a fetch. `size` undefined: it gives none. */
export type SourceFacts = { readonly size?: number; readonly mediaType?: string };

/** One file to bring into a working folder. */
export type Fetch = {
  readonly url: string;
  /** Absolute path of the finished file. The unfinished one is beside it, with `.part` appended. */
  readonly to: string;
  /** Bytes the manifest declares; the fetch stops as soon as the source sends more. */
  readonly declaredSize?: number;
  readonly declaredDigest?: Digest;
  /** The most bytes to accept when no size is declared. */
  readonly maxBytes: number;
  readonly rules: SourceRules;
  /** Called with each piece that arrives: how many bytes of the file there are by now. */
  readonly onBytes?: (receivedBytes: number) => void;
  readonly signal: AbortSignal;
};

/** A fetched and verified file. `digests` always has SHA-256, and the declared algorithm if there is one. `lengthKnown` false: the source gave no length, and neither size nor digest was declared. */
export type Fetched = {
  readonly size: number;
  readonly sha256: string;
  readonly mediaType?: string;
  readonly attempts: number;
  readonly lengthKnown: boolean;
};

/**
 * Payload sources on the web and below configured roots.
 * Errors: WaybillError of the content family, its message naming the URL without credentials; `disk_full`.
 */
export type PayloadSource = {
  look(url: string, rules: SourceRules, signal: AbortSignal): Promise<SourceFacts>;
  fetch(request: Fetch): Promise<Fetched>;
};

/** What is at the top of a storage root: a line, nothing, or no answer. */
export type SeenMarker =
  | { readonly kind: "line"; readonly line: string }
  | { readonly kind: "unmarked" }
  | { readonly kind: "gone"; readonly cause: unknown };

/** A place that may be a storage root. */
export type RootPlace = {
  readonly name: RootName;
  /** The folder or bucket, for operators. */
  readonly where: string;
  /** The marker as it is now. Errors: those that say nothing about the place, such as too many open files. */
  read(): Promise<SeenMarker>;
  /** Writes the marker, safe against power loss, and creates the place if it is missing. */
  write(line: string): Promise<void>;
  /** Does any of these exist? Paths below the place. */
  holdsAny(paths: readonly string[]): Promise<boolean>;
};

/** Why a storage root cannot be used now: `message` for everyone, `alarm` for operators. */
export type RootFault = {
  readonly kind: RootFaultKind;
  readonly message: string;
  readonly alarm: string;
};

/**
 * A storage root with its marker. Check it before work that writes, and again after it or after finding something
 * missing: nothing can be said about a root that is not there. A check is one file system call if nothing has changed.
 */
export type StorageRoot = {
  readonly name: RootName;
  findFault(): Promise<RootFault | undefined>;
  /** @throws WaybillError `storage_away` */
  require(): Promise<void>;
};

/** A payload that has arrived in working storage. Sizes in bytes; `head`: at most its first 8,192 bytes. */
export type Received = {
  readonly fields: Readonly<Record<string, string>>;
  readonly filename: string | undefined;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly head: Uint8Array;
  /** Whom it is from, if the sender submits it for someone else and is allowed to; otherwise it is from the sender. */
  readonly submitter?: string;
  /** The digest by another algorithm; already known if the fields that name it came before the file. */
  digest(algorithm: DigestAlgorithm): Promise<string>;
  chunks(): AsyncIterable<Uint8Array>;
  /** Moves it to its place for this batch and returns the path below the working storage. */
  keep(batchId: string): Promise<string>;
  /** Is it still where it was kept? @throws WaybillError `incomplete_upload` */
  requireKept(): Promise<void>;
  /** Removes it; harmless if it was kept or removed before. */
  discard(): Promise<void>;
};

/**
 * What an upload announces before its file's first byte. `leastBytes`: the file's minimum size by Content-Length, which
 * is exact when the file is the whole body (`isExact`); 0 when the request does not say.
 */
export type Announced = {
  readonly fields: Readonly<Record<string, string>>;
  readonly leastBytes: number;
  readonly isExact: boolean;
  /** The file's first 8,192 bytes, or all of a shorter one, once they have arrived; and its name, if known. */
  readonly head?: { readonly bytes: Uint8Array; readonly filename: string | undefined };
};

/** Admits an upload, or throws the reason why not. */
export type Admit = (announced: Announced) => void | Promise<void>;

/**
 * Receives one upload. `admit` is called before the first byte of the file is stored, with the fields known then, with
 * the file's first bytes, and again with each field that comes after the file: if it throws, what was stored is
 * dropped. In a form without a file it is called once with all fields. Errors: `bad_form`, `no_payload`,
 * `incomplete_upload`, `too_large`, `disk_full`, `working_storage_full`; nothing is left behind then.
 */
export type Receive = (admit: Admit) => Promise<Received>;

/** Folders of working storage, one for each batch or job. */
export type FolderKind = "batches" | "jobs";

/** The folders jobs work in. All paths returned are absolute unless noted otherwise. */
export type WorkingFiles = {
  /** Working storage itself. Calls fail with `storage_away` while the root is not there. */
  readonly root: StorageRoot;
  /** The path of a job's folder below the working storage. */
  folderOf(jobId: string): string;
  /** Makes a job's folder. */
  prepare(jobId: string): Promise<void>;
  /** The path of a job's file number `ordinal`. */
  pathOf(jobId: string, ordinal: number): string;
  /** The same for a file about to be written: makes the folder for it, but never the root. */
  fileOf(jobId: string, ordinal: number): Promise<string>;
  /** The path of a file of Waybill's own in the job's folder, e.g. `manifest.checkm`. */
  ownFileOf(jobId: string, name: string): string;
  /**
   * Keeps a text of Waybill's own until it is stored, line by line. `source`: its bytes where they are few (some 64 KiB, or a single line),
   * of which nothing is written then, else `path`.
   */
  keepLines(
    path: string,
    lines: Iterable<string> | AsyncIterable<string>,
  ): Promise<{ readonly source: FileSource; readonly size: number; readonly sha256: string }>;
  read(path: string): AsyncIterable<Uint8Array>;
  /** Makes a file's bytes safe against power loss, if its writer has not. */
  syncBytes(path: string): Promise<void>;
  /** Makes the names of a job's files safe against power loss, and those of every folder on their path. */
  syncNames(jobId: string, ordinals: readonly number[]): Promise<void>;
  /** Gives a batch's payload a second name in a job's folder, without copying. `payloadPath` is below the working storage. */
  adopt(payloadPath: string, to: string): Promise<void>;
  /** Size and digests of an existing file; undefined when there is none. */
  measure(path: string, algorithm?: DigestAlgorithm): Promise<Measured | undefined>;
  /** Size of a file, without reading it; undefined when there is none. */
  sizeOf(path: string): Promise<number | undefined>;
  payload(payloadPath: string): AsyncIterable<Uint8Array>;
  /**
   * Moves the folder of a job or batch out of its place at once, by a rename: call it in the transaction that gives the
   * folder up, so that what is later created in its place is never removed. Undefined: there was none.
   */
  setAside(kind: FolderKind, id: string): Promise<string | undefined>;
  /** Undoes that, if the transaction fails. */
  putBack(aside: string, kind: FolderKind, id: string): Promise<void>;
  /** Removes what was set aside. `isSmall`: it has few files. */
  clear(aside: string, isSmall?: boolean): Promise<void>;
  /** Removes what was set aside longer than `graceMs` ago: its process died. */
  sweepAside(graceMs: number): Promise<void>;
  /** Removes uploads that nobody has written to for `idleMs`: their process died. */
  sweepUploads(idleMs: number): Promise<void>;
  /** Ids that have a folder older than `graceMs`. */
  listFolders(kind: FolderKind, graceMs: number): Promise<readonly string[]>;
  /** What the disk has left, in bytes. */
  freeBytes(): Promise<number>;
};

export type Measured = { readonly size: number; readonly sha256: string; readonly declared?: string };

/** Detects what a file's first bytes and its name say about its media type; core/media/judge.ts decides which it is. */
export type MediaTypes = {
  look(path: string, name: string): Promise<Pick<MediaSigns, "signed" | "named" | "isText">>;
};

/**
 * A mail ready to be sent. `to` is what the header shows, `recipients` whom this try is for (including blind copies).
 * Addresses are validated, plain `name@host`; `messageId` stays the same on every try.
 */
export type Mail = {
  readonly from: { readonly name: string; readonly address: string };
  readonly to: readonly string[];
  readonly recipients: readonly string[];
  readonly replyTo?: string;
  readonly messageId: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly Attachment[];
};

export type Attachment = {
  readonly filename: string;
  readonly mediaType: string;
  readonly content: Uint8Array;
};

/** The mail server's answer. `accepted` and `refused` together are the mail's `recipients`. */
export type MailReceipt = {
  readonly response: string;
  readonly accepted: readonly string[];
  readonly refused: readonly TriedRefusal[];
};

/**
 * Sends one mail, in one try. A refusal of every recipient is a receipt too, with nobody accepted; every other failure
 * throws the transport's error, and `isPermanent` says whether another try is pointless.
 */
export type Mailer = {
  send(mail: Mail, signal: AbortSignal): Promise<MailReceipt>;
  isPermanent(error: unknown): boolean;
  /** Ends idle connections. */
  close(): void;
};

/** Turns a report's facts into its mail: subject, plain text and HTML. */
export type ReportRenderer = (
  facts: ReportFacts,
) => Promise<{ readonly subject: string; readonly text: string; readonly html: string }>;

/** Turns a mail about an account into its two parts, with its link. */
export type LetterRenderer = (
  letter: Letter,
  link: string,
) => Promise<{ readonly text: string; readonly html: string }>;

/** Writes rows of cells as lines of a CSV file (RFC 4180), every cell harmless in a spreadsheet. `first`: the file starts here. */
export type CsvWriter = (
  rows: readonly (readonly string[])[],
  options: { readonly first: boolean },
) => string;
