import type { Problem } from "../errors.ts";
import type { ProfileSettings } from "./profile.ts";

/** One version of a profile in its history. `batches`: how many were accepted under it. */
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

/** What reading one of Merritt's profile files came to. With `problems` nothing can be imported. */
export type ProfileReading = {
  readonly slug: string;
  readonly name: string;
  readonly settings: ProfileSettings;
  readonly problems: readonly Problem[];
  /** What the file says that Waybill does by itself or in another way. */
  readonly notes: readonly Problem[];
};

/** An import, or what one would do: `create` a collection, `change` its profile, `same`: it is like this already. */
export type ProfileImported = ProfileReading & {
  readonly outcome: "create" | "change" | "same";
  readonly done: boolean;
};
