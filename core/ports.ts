import type { Digest, DigestAlgorithm } from "./digest/algorithms.ts";
import type { TriedRefusal } from "./mail/after-try.ts";
import type { Letter } from "./mail/letter.ts";
import type { MediaSigns } from "./media/judge.ts";
import type { ReportFacts } from "./report/facts.ts";
import type { RootFaultKind, RootName } from "./storage/root.ts";

/**
 * The outside world as the rest of Waybill sees it. Each port has one real adapter in adapters/ and is wired in
 * worker/wiring.ts or app/_server/context.ts.
 */

/** Which addresses a collection's sources may live at. Source: docs/reference/manifest.md, "Where files may come from". */
export type SourceRules = {
  /** `host` or `host:port` a source may have although its address is not public. */
  readonly privateSources: readonly string[];
  /** When not empty, only these hosts (exact, or `.example.org` for a domain and all below it). */
  readonly hosts: readonly string[];
};

/** What a look at a source told, without fetching it. `size` undefined: the source would not say. */
export type SourceFacts = { readonly size?: number; readonly mediaType?: string };

/** One file to bring into a working folder. */
export type Fetch = {
  readonly url: string;
  /** Absolute path of the finished file. The unfinished one lies beside it with `.part` appended. */
  readonly to: string;
  /** Bytes the manifest declares; the fetch stops as soon as the source sends more. */
  readonly declaredSize?: number;
  readonly declaredDigest?: Digest;
  /** Most bytes to take when no size is declared. */
  readonly maxBytes: number;
  readonly rules: SourceRules;
  /** Called with each piece that comes: how many bytes of the file are there by now. */
  readonly onBytes?: (receivedBytes: number) => void;
  readonly signal: AbortSignal;
};

/** A fetched and verified file. `digests` holds SHA-256 always and the declared algorithm beside it. `lengthKnown` false: the source named no length and no size or digest was declared. */
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

/**
 * One file of an object version about to be stored. `path`: logical path in the object. `source`: absolute path of its
 * bytes; the storage may keep a hard link to it, so it must never be written again, only replaced by rename or removed.
 * Left out: an earlier version of the object holds the bytes, and they are not looked at again.
 */
export type StoreFile = {
  readonly path: string;
  readonly source?: string;
  readonly sha256: string;
  readonly size: number;
};

/** An object version to store. Repeating the same request after a crash ends in the same version. */
export type StoreVersion = {
  /** The object's identifier, e.g. `ark:/99999/fk4xyz`. */
  readonly id: string;
  /** The version this must become, from 1. A storage whose head is already this version is checked, not written again. */
  readonly version: number;
  readonly created: Date;
  readonly message: string;
  readonly user: { readonly name: string; readonly address?: string };
  /** The whole content of the version in any order; gone through once, or twice when a killed put has left something behind. */
  readonly files: Iterable<StoreFile> | AsyncIterable<StoreFile>;
  readonly signal: AbortSignal;
  /** Asked right before the version becomes visible; what it throws ends the put, and nothing is left of it. */
  readonly mayPlace?: () => Promise<void>;
};

/** Where and what was stored. `root`: the object's folder relative to the storage root. `contentPathOf`: path below it of the version's file with these bytes. */
export type StoredVersion = {
  readonly root: string;
  readonly version: number;
  readonly inventorySha256: string;
  readonly contentPathOf: (sha256: string) => string;
};

/** Preservation storage in OCFL 1.1. Errors: `storage_failed`, `storage_verify_failed`, `disk_full`. */
export type ObjectStore = {
  put(version: StoreVersion): Promise<StoredVersion>;
  /** A version that is stored, told from its inventory alone: no file is read. */
  find(id: string, version: number): Promise<StoredVersion | undefined>;
  /** Reads a stored file's bytes, for downloads from the console. Error for a path that is none of the storage: `not_found`. */
  open(root: string, contentPath: string): Promise<NodeJS.ReadableStream>;
};

/** What lies at the top of a storage root: a line, nothing, or that it does not answer. */
export type SeenMarker =
  | { readonly kind: "line"; readonly line: string }
  | { readonly kind: "unmarked" }
  | { readonly kind: "gone"; readonly cause: unknown };

/** A place that may be a storage root. */
export type RootPlace = {
  readonly name: RootName;
  /** The folder or bucket, for operators. */
  readonly where: string;
  /** The marker as it is now. Errors: those that say nothing of the place, such as too many open files. */
  read(): Promise<SeenMarker>;
  /** Writes the marker, safe against power loss, and makes the place where it is missing. */
  write(line: string): Promise<void>;
  /** Is any of these there? Paths below the place. */
  holdsAny(paths: readonly string[]): Promise<boolean>;
};

/** Why a storage root cannot be used now: `message` for everybody, `alarm` for operators. */
export type RootFault = {
  readonly kind: RootFaultKind;
  readonly message: string;
  readonly alarm: string;
};

/**
 * A storage root with its marker. Ask before work that writes, and again after it or after finding something missing: of
 * a root that is not there nothing can be said. Asking is one call of the file system where nothing has changed.
 */
export type StorageRoot = {
  readonly name: RootName;
  findFault(): Promise<RootFault | undefined>;
  /** @throws WaybillError `storage_away` */
  require(): Promise<void>;
};

/** A payload that has arrived and lies in working storage. Sizes in bytes; `head`: its first 8,192 bytes at most. */
export type Received = {
  readonly fields: Readonly<Record<string, string>>;
  readonly filename: string | undefined;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly head: Uint8Array;
  /** Who it is from, when the sender hands it in for somebody else and may; else it is from the sender. */
  readonly submitter?: string;
  /** The digest by another algorithm; already known when the fields that name it came before the file. */
  digest(algorithm: DigestAlgorithm): Promise<string>;
  chunks(): AsyncIterable<Uint8Array>;
  /** Moves it to its place for this batch and answers the path below the working storage. */
  keep(batchId: string): Promise<string>;
  /** Is it still where it was kept? @throws WaybillError `incomplete_upload` */
  requireKept(): Promise<void>;
  /** Removes it; harmless when it was kept or removed before. */
  discard(): Promise<void>;
};

/**
 * What an upload says of itself before its file's first byte. `leastBytes`: what the file has at least, by Content-Length,
 * and exactly that when it is the whole body (`isExact`); 0 when the request does not say.
 */
export type Announced = {
  readonly fields: Readonly<Record<string, string>>;
  readonly leastBytes: number;
  readonly isExact: boolean;
  /** The file's first 8,192 bytes, or all of a shorter one, once they have come; and its name, as far as it is known. */
  readonly head?: { readonly bytes: Uint8Array; readonly filename: string | undefined };
};

/** Lets an upload in, or throws why not. */
export type Admit = (announced: Announced) => void | Promise<void>;

/**
 * Takes one upload off the wire. `admit` is called before the first byte of the file is kept, with the fields known then,
 * with the file's first bytes, and again with each field that comes after the file: what was kept is dropped when it throws. In a form without a file
 * it is called once with all fields. Errors: `bad_form`, `no_payload`, `incomplete_upload`, `too_large`, `disk_full`, `working_storage_full`;
 * nothing is left behind then.
 */
export type Receive = (admit: Admit) => Promise<Received>;

/** Folders of working storage, one for each batch or job. */
export type FolderKind = "batches" | "jobs";

/** The folders jobs work in. All paths answered are absolute unless said otherwise. */
export type WorkingFiles = {
  /** Working storage itself. What is asked of a root that is not there fails with `storage_away`. */
  readonly root: StorageRoot;
  /** Makes a job's folder; answers its path below the working storage. */
  prepare(jobId: string): Promise<string>;
  /** Where a job's file number `ordinal` lies. */
  pathOf(jobId: string, ordinal: number): string;
  /** The same for a file about to be written: makes the folder for it, but never the root. */
  fileOf(jobId: string, ordinal: number): Promise<string>;
  /** Where a file of Waybill's own lies in the job's folder, e.g. `manifest.checkm`. */
  ownFileOf(jobId: string, name: string): string;
  /** Writes a text file of Waybill's own, lines as they come. */
  writeLines(
    path: string,
    lines: Iterable<string> | AsyncIterable<string>,
  ): Promise<{ readonly size: number; readonly sha256: string }>;
  read(path: string): AsyncIterable<Uint8Array>;
  /** Makes a file's bytes safe against power loss, where whoever wrote them has not. */
  syncBytes(path: string): Promise<void>;
  /** Makes the names of a job's files safe against power loss, and those of every folder on their way. */
  syncNames(jobId: string, ordinals: readonly number[]): Promise<void>;
  /** Gives a batch's payload a second name in a job's folder, without copying. `payloadPath` is below the working storage. */
  adopt(payloadPath: string, to: string): Promise<void>;
  /** Size and digests of a file as it lies there; undefined when there is none. */
  measure(path: string, algorithm?: DigestAlgorithm): Promise<Measured | undefined>;
  /** Size of a file, without reading it; undefined when there is none. */
  sizeOf(path: string): Promise<number | undefined>;
  payload(payloadPath: string): AsyncIterable<Uint8Array>;
  /**
   * Takes the folder of a job or batch out of its place at once, by a rename: call it in the transaction that gives the
   * folder up, so that what is made in its place later is never taken. Undefined: there was none.
   */
  setAside(kind: FolderKind, id: string): Promise<string | undefined>;
  /** Undoes that, when the transaction came to nothing. */
  putBack(aside: string, kind: FolderKind, id: string): Promise<void>;
  /** Removes what was set aside. */
  clear(aside: string): Promise<void>;
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

/** Tells what a file's first bytes and its name say of its media type; core/media/judge.ts settles which it is. */
export type MediaTypes = {
  look(path: string, name: string): Promise<Pick<MediaSigns, "signed" | "named" | "isText">>;
};

/**
 * A mail ready to go. `to` is what the header shows, `recipients` who this try is for (blind copies among them). Addresses
 * are validated, plain `name@host`; `messageId` stays the same on every try.
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

/** What the mail server said. `accepted` and `refused` together are the mail's `recipients`. */
export type MailReceipt = {
  readonly response: string;
  readonly accepted: readonly string[];
  readonly refused: readonly TriedRefusal[];
};

/**
 * Sends one mail, in one try. When the server refuses every recipient that is a receipt too, with nobody accepted; every
 * other failure throws the transport's error, and `isPermanent` says whether trying again is pointless.
 */
export type Mailer = {
  send(mail: Mail, signal: AbortSignal): Promise<MailReceipt>;
  isPermanent(error: unknown): boolean;
  /** Ends idle connections. */
  close(): void;
};

/** Turns the facts of a report into its mail: subject, plain text and HTML. */
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
