import type { BigIntStats } from "node:fs";
import { lstat } from "node:fs/promises";

/** A file as it was when its bytes had been read back from it; times in nanoseconds. */
type Proof = Pick<BigIntStats, "dev" | "ino" | "size" | "mtimeNs" | "ctimeNs"> & { readonly sha256: string };

/** A file whose bytes need not be read again while it is this very file and has not been written since. */
export type Proven = {
  readonly sha256: string;
  readonly size: number;
  /** Whether an open file, perhaps under another name, is it. */
  isStill(found: BigIntStats): boolean;
};

/**
 * What this process has read back of large files, by path: the last few thousand. It is a memory, not a promise: whoever
 * finds nothing here reads the file.
 */
export type ReadBack = {
  /** Remembers a file that now has its name. `written`: as its open handle saw it after the last byte was read back. */
  keep(path: string, written: BigIntStats, sha256: string): Promise<void>;
  /** The file of this name, if its bytes were read back and nothing has touched it since, not even its metadata. */
  find(path: string): Promise<Proven | undefined>;
};

const MOST_FILES = 4096;

export function openReadBack(): ReadBack {
  const proofs = new Map<string, Proof>();
  return {
    async keep(path, written, sha256) {
      const named = await findFile(path);
      if (!named || !isSame(named, written)) return;
      const { dev, ino, size, mtimeNs, ctimeNs } = named;
      proofs.delete(path);
      proofs.set(path, { dev, ino, size, mtimeNs, ctimeNs, sha256 });
      for (const oldest of proofs.keys()) {
        if (proofs.size <= MOST_FILES) break;
        proofs.delete(oldest);
      }
    },
    async find(path) {
      const proof = proofs.get(path);
      if (!proof) return undefined;
      const named = await findFile(path);
      if (!named || !isSame(named, proof) || named.ctimeNs !== proof.ctimeNs) {
        proofs.delete(path);
        return undefined;
      }
      return {
        sha256: proof.sha256,
        size: Number(proof.size),
        isStill: (found) => isSame(found, proof),
      };
    },
  };
}

/** A further name changes the time of the metadata, so that is not compared here. */
function isSame(found: BigIntStats, proof: Omit<Proof, "ctimeNs" | "sha256">): boolean {
  return (
    found.dev === proof.dev &&
    found.ino === proof.ino &&
    found.size === proof.size &&
    found.mtimeNs === proof.mtimeNs
  );
}

async function findFile(path: string): Promise<BigIntStats | undefined> {
  try {
    const found = await lstat(path, { bigint: true });
    return found.isFile() ? found : undefined;
  } catch {
    return undefined;
  }
}
