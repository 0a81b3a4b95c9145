import type { StoredVersion, StoreFile, StoreVersion } from "../../core/storage/ports.ts";

/**
 * Runs a put and names its errors with `asError`, except the caller's own: neither an error of its list of files nor
 * its abort is a fault of the storage.
 */
export async function guardPut(
  request: StoreVersion,
  asError: (error: unknown) => unknown,
  put: (request: StoreVersion) => Promise<StoredVersion>,
): Promise<StoredVersion> {
  const failure: { ofFiles?: unknown } = {};
  try {
    request.signal.throwIfAborted();
    return await put({ ...request, files: watched(request.files, failure) });
  } catch (error) {
    const { aborted, reason } = request.signal;
    if (aborted && error instanceof Error && error.name === "AbortError") throw reason;
    throw error === failure.ofFiles || (aborted && error === reason) ? error : asError(error);
  }
}

/** The same files, recording an error of the list itself. Can be iterated again. */
function watched(files: StoreVersion["files"], failure: { ofFiles?: unknown }): AsyncIterable<StoreFile> {
  return {
    async *[Symbol.asyncIterator]() {
      try {
        yield* files;
      } catch (error) {
        failure.ofFiles = error;
        throw error;
      }
    },
  };
}
