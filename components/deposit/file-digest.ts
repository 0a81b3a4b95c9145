import { createSHA256 } from "hash-wasm";
import { fileChunks } from "./file-chunks.ts";

/** Larger files are hashed by the server alone, while they arrive. */
export const DIGEST_MAX_BYTES = 300_000_000;

/** The SHA-256 of a file, in lower-case hexadecimal. */
export async function sha256Of(
  file: Blob,
  signal: AbortSignal,
  onProgress: (readBytes: number) => void,
): Promise<string> {
  const hash = await createSHA256();
  hash.init();
  for await (const chunk of fileChunks(file, signal, onProgress)) hash.update(chunk);
  return hash.digest("hex");
}
