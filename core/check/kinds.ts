/**
 * The kinds of inconsistency a check looks for. `what`: what one is; `repair`: what repairing one does, null where only
 * a person can; `isSafe`: repairing one loses nothing that is not already lost. Source: docs/reference/checks.md.
 */
export const CHECK_KINDS = {
  orphan_folder: {
    name: "Orphan folder",
    what: "A folder in working storage that belongs to no batch or job.",
    repair: "The folder is removed.",
    isSafe: true,
  },
  missing_folder: {
    name: "Job without its folder",
    what: "A failed job whose working folder should exist but is gone.",
    repair: "The job forgets its folder, so that a resume fetches the files again.",
    isSafe: true,
  },
  missing_payload: {
    name: "Batch without its payload",
    what: "A batch that still needs its deposited file, which is gone from working storage.",
    repair: "The batch forgets the file. Jobs that need it fail with a sentence that says so.",
    isSafe: true,
  },
  unrecorded_version: {
    name: "Version without a record",
    what: "An object or version that is in storage but not in the inventory.",
    repair: "A failed job that stored it is resumed at Recording. Any other is recorded from storage.",
    isSafe: true,
  },
  missing_version: {
    name: "Version not in storage",
    what: "An object or version that is in the inventory but not in storage.",
    repair:
      "The inventory is set to what storage holds. Restore the object from a copy instead, if there is one.",
    isSafe: false,
  },
  missing_file: {
    name: "Files not in storage",
    what: "Files of a recorded version whose bytes are gone from storage.",
    repair: "The files are removed from the inventory. Restore them from a copy instead, if there is one.",
    isSafe: false,
  },
  damaged_object: {
    name: "Damaged object",
    what: "A stored object that breaks the rules of OCFL or whose bytes do not match its digests.",
    repair: null,
    isSafe: false,
  },
  stuck_lease: {
    name: "Stuck lease",
    what: "A lease that ran out long ago on a row that is not due, so no worker takes it over.",
    repair: "The lease is taken away, and the row becomes due when there is something to do.",
    isSafe: true,
  },
  forgotten_row: {
    name: "Forgotten work",
    what: "Something with work left that no worker has or will pick up.",
    repair: "It becomes due.",
    isSafe: true,
  },
  held_object: {
    name: "Object still reserved",
    what: "An object reserved for a job that has ended or does not exist.",
    repair: "The object is free for other jobs.",
    isSafe: true,
  },
  kept_space: {
    name: "Space still reserved",
    what: "Working storage reserved for a job that has ended and has no folder.",
    repair: "The space is free.",
    isSafe: true,
  },
  stale_staging: {
    name: "Unfinished version",
    what: "What a put left in the staging folder of object storage more than two days ago.",
    repair: "It is removed.",
    isSafe: true,
  },
} as const satisfies Record<string, CheckKindText>;

type CheckKindText = {
  readonly name: string;
  readonly what: string;
  readonly repair: string | null;
  readonly isSafe: boolean;
};

export type CheckKind = keyof typeof CHECK_KINDS;

/** In the order they are looked for and shown. */
export const CHECK_KIND_NAMES = Object.keys(CHECK_KINDS) as readonly CheckKind[] as readonly [
  CheckKind,
  ...CheckKind[],
];

/** What a person does where the machine cannot repair. */
export const BY_HAND =
  "Waybill cannot repair this. Restore the object from a copy, or ask the storage's administrator.";

export function isCheckKind(value: string): value is CheckKind {
  return Object.hasOwn(CHECK_KINDS, value);
}

/** Can Waybill repair findings of this kind? */
export function isRepairable(kind: CheckKind): boolean {
  return CHECK_KINDS[kind].repair !== null;
}
