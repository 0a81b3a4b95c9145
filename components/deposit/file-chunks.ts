const PAUSE_EVERY_MS = 24;

/** Lets the browser draw and respond before the work continues. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

/**
 * The bytes of a file, read as they are needed. Gives way to the page every few milliseconds, so that neither parsing
 * nor hashing freezes it. Ends early, by throwing the signal's reason, when aborted.
 */
export async function* fileChunks(
  file: Blob,
  signal: AbortSignal,
  onProgress: (readBytes: number) => void = () => undefined,
): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader();
  let readBytes = 0;
  let pausedMs = performance.now();
  try {
    for (;;) {
      signal.throwIfAborted();
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
      readBytes += value.length;
      if (performance.now() - pausedMs < PAUSE_EVERY_MS) continue;
      onProgress(readBytes);
      await pause();
      pausedMs = performance.now();
    }
  } finally {
    await reader.cancel();
  }
}
