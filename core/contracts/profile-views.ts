import type { Problem } from "../errors.ts";
import type { ProfileSettings } from "./profile.ts";

/** One version of a profile in its history. `batches`: how many batches were accepted under it. */
export type ProfileVersionRow = {
  readonly version: number;
  readonly createdAt: string;
  readonly createdBy: string;
  readonly batches: number;
};

/** A collection's profile as it is now, with its history, newest first. Credentials in addresses are masked. */
export type ProfileView = {
  readonly slug: string;
  readonly name: string;
  readonly lane: string;
  readonly version: number;
  readonly settings: ProfileSettings;
  readonly versions: readonly ProfileVersionRow[];
};

/** The result of reading a Merritt profile file. If there are `problems`, nothing can be imported. */
export type ProfileReading = {
  readonly slug: string;
  readonly name: string;
  readonly settings: ProfileSettings;
  readonly problems: readonly Problem[];
  /** Settings in the file that Waybill covers by itself or in another way. */
  readonly notes: readonly Problem[];
};

/** An import, or what it would do: `create` a collection, `change` its profile, or nothing (`same`). */
export type ProfileImported = ProfileReading & {
  readonly outcome: "create" | "change" | "same";
  readonly done: boolean;
};
