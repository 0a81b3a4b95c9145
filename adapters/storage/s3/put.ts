import type { StoreVersion } from "../../../core/storage/ports.ts";
import type { S3Place } from "./options.ts";

/**
 * One put in progress. `path`: the object's folder below the root; `object`: that folder; `work`: this put's own on
 * disk; `present`: sizes of what the object has now, by path.
 */
export type Put = {
  readonly request: StoreVersion;
  readonly path: string;
  readonly object: S3Place;
  readonly work: string;
  readonly present: ReadonlyMap<string, number>;
};
