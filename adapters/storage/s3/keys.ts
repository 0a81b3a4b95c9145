import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandInput,
  ListObjectsV2Command,
  type MultipartUpload,
  paginateListObjectsV2,
} from "@aws-sdk/client-s3";
import { keyOf, type S3Place } from "./options.ts";
import { isAbsent, isUnknownCall } from "./s3-error.ts";

/** A key's path below its place, and its size in bytes. */
export type Listed = { readonly path: string; readonly size: number };

/** Everything below a place in the order of the keys, at most a thousand to a page. */
export async function* listPages(place: S3Place): AsyncGenerator<readonly Listed[]> {
  const prefix = place.prefix === "" ? "" : `${place.prefix}/`;
  const asked = { Bucket: place.bucket, Prefix: prefix };
  for await (const { Contents = [] } of paginateListObjectsV2({ client: place.client }, asked))
    yield Contents.map(({ Key = "", Size = 0 }) => ({ path: Key.slice(prefix.length), size: Size }));
}

/** Everything below a place: its path there, and its size in bytes. */
export async function listSizes(place: S3Place, signal: AbortSignal): Promise<ReadonlyMap<string, number>> {
  const sizes = new Map<string, number>();
  for await (const page of listPages(place)) {
    signal.throwIfAborted();
    for (const { path, size } of page) sizes.set(path, size);
  }
  return sizes;
}

/** The first names directly below a place, at most a thousand, folders and files alike. */
export async function listNames(place: S3Place): Promise<readonly string[]> {
  const prefix = place.prefix === "" ? "" : `${place.prefix}/`;
  const page = await place.client.send(
    new ListObjectsV2Command({ Bucket: place.bucket, Prefix: prefix, Delimiter: "/" }),
  );
  const folders = (page.CommonPrefixes ?? []).map((folder) => (folder.Prefix ?? "").slice(prefix.length, -1));
  const files = (page.Contents ?? []).map((file) => (file.Key ?? "").slice(prefix.length));
  return [...folders, ...files].filter((name) => name !== "");
}

/** Removes everything under a path; nothing there is fine. */
export async function removeKey(place: S3Place, path: string, signal: AbortSignal): Promise<void> {
  await place.client.send(new DeleteObjectCommand({ Bucket: place.bucket, Key: keyOf(place, path) }), {
    abortSignal: signal,
  });
}

/**
 * Aborts the multipart uploads below a place that began before `before`, or all of them when it is undefined, and so
 * frees their parts.
 * @returns how many; 0 also for a server that cannot list them
 */
export async function abortUploads(place: S3Place, before?: Date): Promise<number> {
  const stale: { Key: string; UploadId: string }[] = [];
  for await (const { Key, UploadId, Initiated } of listUploads(place)) {
    const isStale = before === undefined || (Initiated !== undefined && Initiated < before);
    if (Key !== undefined && UploadId !== undefined && isStale) stale.push({ Key, UploadId });
  }
  for (const { Key, UploadId } of stale) await abortUpload(place, Key, UploadId);
  return stale.length;
}

async function* listUploads(place: S3Place): AsyncGenerator<MultipartUpload> {
  const Prefix = place.prefix === "" ? "" : `${place.prefix}/`;
  let after: Pick<ListMultipartUploadsCommandInput, "KeyMarker" | "UploadIdMarker"> = {};
  for (;;) {
    const page = await findUploads(place, { Bucket: place.bucket, Prefix, ...after });
    yield* page?.Uploads ?? [];
    if (page?.IsTruncated !== true || page.NextKeyMarker === undefined) return;
    after = {
      KeyMarker: page.NextKeyMarker,
      ...(page.NextUploadIdMarker !== undefined && { UploadIdMarker: page.NextUploadIdMarker }),
    };
  }
}

async function findUploads(place: S3Place, asked: ListMultipartUploadsCommandInput) {
  try {
    return await place.client.send(new ListMultipartUploadsCommand(asked));
  } catch (error) {
    if (isUnknownCall(error)) return undefined;
    throw error;
  }
}

async function abortUpload(place: S3Place, Key: string, UploadId: string): Promise<void> {
  try {
    await place.client.send(new AbortMultipartUploadCommand({ Bucket: place.bucket, Key, UploadId }));
  } catch (error) {
    // it ended by itself meanwhile
    if (!isAbsent(error)) throw error;
  }
}
