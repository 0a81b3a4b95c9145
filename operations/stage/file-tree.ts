import { createHash } from "node:crypto";
import type { FileTree } from "../../core/container/ports.ts";
import type { StageInput } from "./stage.ts";

type Kept = { readonly ordinal: number; readonly sizeBytes: number; readonly sha256: string };

/**
 * The verified files of a job as the rules need them, except those in `leaveOut`. SHA-256 digests are known; for others
 * the file is read.
 */
export async function readFileTree(
  { ports, job, files, signal }: StageInput,
  leaveOut: (name: string) => boolean = () => false,
): Promise<FileTree> {
  const kept = new Map<string, Kept>();
  for await (const { name, ordinal, size, sha256 } of files.all()) {
    if (size !== null && sha256 !== null && !leaveOut(name))
      kept.set(name, { ordinal, sizeBytes: Number(size), sha256 });
  }
  const get = (name: string) => {
    const file = kept.get(name);
    if (!file) throw new Error(`${job.id} has no file of this name.`);
    return file;
  };
  const read = async function* (name: string) {
    yield* ports.working.read(ports.working.pathOf(job.id, get(name).ordinal));
  };
  return {
    files: kept,
    read,
    digest: async (name, algorithm) => {
      signal.throwIfAborted();
      if (algorithm === "sha-256") return get(name).sha256;
      if (algorithm === "sha-224") {
        const hash = createHash("sha224");
        for await (const chunk of read(name)) hash.update(chunk);
        return hash.digest("hex");
      }
      const at = ports.working.pathOf(job.id, get(name).ordinal);
      return (await ports.working.measure(at, algorithm))?.declared ?? "";
    },
  };
}
