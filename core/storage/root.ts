/** What a storage root is for. `working`: uploads and job folders; `objects`: the OCFL storage root on a file system; `s3`: the one in a bucket. */
const ROOT_NAMES = ["working", "objects", "s3"] as const;
type NeededRoot = (typeof ROOT_NAMES)[number];
/** The root of a further storage, by its name. */
export type CopyRoot = `copy:${string}`;
export type RootName = NeededRoot | CopyRoot;

/** The root of the further storage with this name. */
export function copyRootOf(storage: string): CopyRoot {
  return `copy:${storage}`;
}

/** Is it the root of a further storage? Only copies need it. */
export function isCopyRoot(root: RootName): root is CopyRoot {
  return root.startsWith("copy:");
}

/** The further storage a root is of. */
export function copyStorageOf(root: CopyRoot): string {
  return root.slice("copy:".length);
}

/**
 * The file at the top of a storage root that says whose it is. In an OCFL storage root it is a plain file beside the
 * declaration, which validators have to ignore. Source: OCFL 1.1 section 4.1 (E087).
 */
export const MARKER_FILE = "waybill-root.txt";

/** The marker's one line. `nonce`: made anew whenever a root is marked, so that of two folders marked at once only one counts. */
export function markerOf(root: RootName, installation: string, nonce: string): string {
  return `waybill ${root} ${installation} ${nonce}`;
}

/** Is it a marker of this installation for this root, whatever its nonce? */
export function isMarkerOf(line: string, root: RootName, installation: string): boolean {
  const [word, name, id, nonce, ...more] = line.split(" ");
  return (
    word === "waybill" && name === root && id === installation && nonce !== undefined && more.length === 0
  );
}

/** Why a root cannot be used. `gone`: no folder, or it does not answer; `unmarked`: no marker; `foreign`: another's marker. */
export type RootFaultKind = "gone" | "unmarked" | "foreign";

const WHAT = {
  working: ["Working storage", "The folder of WORKING_STORAGE"],
  objects: ["Object storage", "The folder of OBJECT_STORAGE"],
  s3: ["The S3 storage", "The place of S3_BUCKET and S3_PREFIX"],
} as const satisfies Record<NeededRoot, readonly [string, string]>;

function whatOf(root: RootName): readonly [string, string] {
  if (!isCopyRoot(root)) return WHAT[root];
  const name = copyStorageOf(root);
  return [`The copy storage ${name}`, `The place of ${name} in COPY_STORAGES`];
}

const WRONG = {
  gone: "is missing or does not respond",
  unmarked: "is not the one the database knows: it may not be mounted",
  foreign: "belongs to another installation, or to an earlier state of this one",
} as const satisfies Record<RootFaultKind, string>;

/** What everybody may read of it: no folder, no host. */
export function awayWords(root: RootName, kind: RootFaultKind): string {
  const [what, place] = whatOf(root);
  return `${what} is away: ${lowered(place)} ${WRONG[kind]}. An operator has to fix this; everything then continues automatically, and nothing is lost.`;
}

/** What operators read. `where`: the folder or bucket; `marker`: the line that would make it this root. */
export function awayAlarm(
  root: RootName,
  kind: RootFaultKind,
  { where, marker }: { readonly where: string; readonly marker: string },
): string {
  const [what, place] = whatOf(root);
  const words = `${what} is away: ${lowered(place)}, ${where}, ${WRONG[kind]}. Whatever needs it waits. Mount or restore it; everything then continues automatically.`;
  return `${words} Only if this is to be the storage from now on, put the line "${marker}" into its file ${MARKER_FILE}.`;
}

function lowered(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1);
}
