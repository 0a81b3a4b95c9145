import type { CheckKind } from "../../core/check/kinds.ts";
import type { Repair } from "./look.ts";
import { recordUnrecorded } from "./record-version.ts";
import { forgetMissingFiles, forgetMissingVersions } from "./recorded-objects.ts";
import { freeLease, freeObject, freeSpace, wakeRow } from "./rows.ts";
import { removeUnfinished } from "./staging.ts";
import { forgetBatchPayload, forgetJobFolder, removeOrphan } from "./working-storage.ts";

/** What repairs each kind; null where only a person can. */
export const REPAIRS = {
  orphan_folder: removeOrphan,
  missing_folder: forgetJobFolder,
  missing_payload: forgetBatchPayload,
  unrecorded_version: recordUnrecorded,
  missing_version: forgetMissingVersions,
  missing_file: forgetMissingFiles,
  damaged_object: null,
  stuck_lease: freeLease,
  forgotten_row: wakeRow,
  held_object: freeObject,
  kept_space: freeSpace,
  stale_staging: removeUnfinished,
} as const satisfies Record<CheckKind, Repair | null>;
