/**
 * The points of a put at which the step hook is called, in order. A version after the first has no `object-placed`, the
 * first none of the three after it.
 */
export type StoreStep =
  | "work-made"
  | "file-stored"
  | "content-stored"
  | "inventory-written"
  | "version-synced"
  | "object-placed"
  | "version-placed"
  | "inventory-placed"
  | "sidecar-placed"
  | "work-removed";

/**
 * Where and how to store. `root`: the OCFL storage root, created if missing. `staging`: a folder for unfinished
 * versions on the same file system, outside the root, used by nothing else. `fsync` false (tests, throw-away data)
 * gives up safety against power loss, not against a killed process. `reserveBytes`: what to leave free on the disk; by
 * default a share of it. `step` is awaited at each point of a put.
 */
export type OcflOptions = {
  readonly root: string;
  readonly staging: string;
  readonly fsync?: boolean;
  readonly reserveBytes?: number | undefined;
  readonly step?: (name: StoreStep) => void | Promise<void>;
};

/** The options with their defaults filled in and paths made absolute. */
export type OcflSettings = {
  readonly root: string;
  readonly staging: string;
  readonly fsync: boolean;
  readonly reserveBytes: number | undefined;
  readonly step: (name: StoreStep) => void | Promise<void>;
};
