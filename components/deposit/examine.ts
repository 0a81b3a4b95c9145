import type { Dispatch } from "react";
import type { TypeField } from "../../core/manifest/kinds.ts";
import { checkFile } from "./check-file.ts";
import type { Act, Item } from "./deposit.model.ts";
import { DIGEST_MAX_BYTES, sha256Of } from "./file-digest.ts";

type Change = (part: Partial<Omit<Item, "key" | "file">>) => void;

function changer(item: Item, signal: AbortSignal, act: Dispatch<Act>): Change {
  return (part) => {
    if (!signal.aborted) act({ kind: "change", key: item.key, part });
  };
}

/** Checks a file and keeps what was found with it. */
export async function runCheck(
  item: Item,
  type: TypeField | undefined,
  signal: AbortSignal,
  act: Dispatch<Act>,
): Promise<void> {
  const change = changer(item, signal, act);
  try {
    const check = await checkFile(item.file, type, signal, (readBytes) =>
      change({ check: { kind: "reading", readBytes } }),
    );
    change({ check: { kind: "ready", check } });
  } catch {
    change({ check: { kind: "unreadable" } });
  }
}

/** Computes a file's digest and keeps it with it; where that does not work, the server does it while the file arrives. */
export async function runDigest(item: Item, signal: AbortSignal, act: Dispatch<Act>): Promise<void> {
  const change = changer(item, signal, act);
  if (item.file.size > DIGEST_MAX_BYTES) {
    change({ digest: { kind: "left-to-server" } });
    return;
  }
  try {
    const sha256 = await sha256Of(item.file, signal, (readBytes) =>
      change({ digest: { kind: "computing", readBytes } }),
    );
    change({ digest: { kind: "ready", sha256 } });
  } catch {
    change({ digest: { kind: "left-to-server" } });
  }
}
