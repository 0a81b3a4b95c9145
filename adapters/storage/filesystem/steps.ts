/**
 * The points of a put at which the step hook is called, in order. A version after the first has no `object-placed`, the
 * first none of the three after it. Only a copy has `leftover-moved`, when something stands in its
 * place, and only mending the last two.
 */
export type StoreStep =
  | "work-made"
  | "file-stored"
  | "content-stored"
  | "inventory-written"
  | "version-synced"
  | "leftover-moved"
  | "object-placed"
  | "version-placed"
  | "inventory-placed"
  | "sidecar-placed"
  | "work-removed"
  | "damaged-kept"
  | "file-mended";
