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
