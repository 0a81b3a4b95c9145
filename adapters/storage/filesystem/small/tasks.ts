/** A file to be stored: as `Intake` in ../store-file.ts. `target`: below the staged object. */
export type SmallFile = {
  readonly path: string;
  readonly source: string | Uint8Array;
  readonly target: string;
  readonly sha256: string;
  readonly size: number;
};

/** A text of the object itself: an inventory, a sidecar, the declaration. `target`: below the staged object. */
export type SmallText = { readonly target: string; readonly text: string };

/**
 * A whole new object to be written below `staged`. `folders`: below it, each after the one it is in; "" is the object's
 * own. `reserveBytes`: what to leave free on the disk.
 */
export type StageTask = {
  readonly kind: "stage";
  readonly staged: string;
  readonly folders: readonly string[];
  readonly files: readonly SmallFile[];
  readonly inventory: SmallText & { readonly sha256: string };
  readonly texts: readonly SmallText[];
  readonly fsync: boolean;
  readonly reserveBytes: number | undefined;
};

/**
 * A staged object to be moved into the storage root, as `placeObject` in ../place-version.ts; then its put's folder is
 * removed as by a ClearTask.
 */
export type PlaceTask = {
  readonly kind: "place";
  readonly work: string;
  readonly bench: string;
  readonly objectPath: string;
  readonly root: string;
  readonly fsync: boolean;
};

/** A put's folder to be removed, and the bench it is in, if that is empty then. */
export type ClearTask = { readonly kind: "clear"; readonly work: string; readonly bench: string };
