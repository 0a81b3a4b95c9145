import type { S3Client } from "@aws-sdk/client-s3";

/** The points of a put at which the step hook is called, in order. `declared` only for a first version. */
export type S3Step =
  | "work-made"
  | "file-stored"
  | "content-stored"
  | "version-placed"
  | "declared"
  | "inventory-placed"
  | "sidecar-placed";

/**
 * Where and how to store. `prefix`: what all keys begin with, without a slash at either end; empty for the whole
 * bucket. `scratch`: a folder on disk for unfinished inventories. `keys` unset: the SDK's own credential chain is used.
 * `idleMs`: longest silence of the server; `tries`: tries of one call. `partBytes`: larger files are sent in parts.
 * `step` is awaited at each point of a put.
 */
export type S3Options = {
  readonly bucket: string;
  readonly prefix: string;
  readonly region: string;
  readonly endpoint?: string;
  readonly forcePathStyle: boolean;
  readonly keys?: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly scratch: string;
  readonly idleMs?: number;
  readonly tries?: number;
  readonly partBytes?: number;
  readonly step?: (name: S3Step) => void | Promise<void>;
};

/** A storage root in a bucket, with what its calls need. `gate` limits the calls that carry file bytes. */
export type S3Place = {
  readonly client: S3Client;
  readonly bucket: string;
  readonly prefix: string;
  readonly scratch: string;
  readonly tries: number;
  readonly partBytes: number;
  readonly gate: <T>(work: () => Promise<T>) => Promise<T>;
  readonly step: (name: S3Step) => void | Promise<void>;
};

/** The part of a place below a folder. */
export function placeBelow(place: S3Place, folder: string): S3Place {
  return { ...place, prefix: keyOf(place, folder) };
}

/** The key of a path below a place. */
export function keyOf({ prefix }: Pick<S3Place, "prefix">, path: string): string {
  return prefix === "" || path === "" ? prefix + path : `${prefix}/${path}`;
}
