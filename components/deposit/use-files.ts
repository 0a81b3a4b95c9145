"use client";
import { type Dispatch, useCallback, useEffect, useReducer, useRef } from "react";
import type { TypeField } from "../../core/manifest/kinds.ts";
import { newKey } from "../queries/upload.ts";
import { checkFile } from "./check-file.ts";
import { type Act, changeItems, type Item, newItem } from "./deposit.model.ts";
import { DIGEST_MAX_BYTES, sha256Of } from "./file-digest.ts";

async function runCheck(
  item: Item,
  type: TypeField | undefined,
  signal: AbortSignal,
  act: Dispatch<Act>,
): Promise<void> {
  const change = (part: Partial<Item>) => signal.aborted || act({ kind: "change", key: item.key, part });
  try {
    const check = await checkFile(item.file, type, signal, (readBytes) =>
      change({ check: { kind: "reading", readBytes } }),
    );
    change({ check: { kind: "ready", check } });
  } catch {
    change({ check: { kind: "unreadable" } });
  }
}

async function runDigest(item: Item, signal: AbortSignal, act: Dispatch<Act>): Promise<void> {
  const change = (part: Partial<Item>) => signal.aborted || act({ kind: "change", key: item.key, part });
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
    // Not readable, or WebAssembly is switched off: the server computes the digest while the file arrives.
    change({ digest: { kind: "left-to-server" } });
  }
}

type Files = {
  readonly items: readonly Item[];
  readonly act: Dispatch<Act>;
  readonly add: (files: readonly File[]) => void;
  readonly remove: (key: string) => void;
  readonly retype: (item: Item, type: TypeField | undefined) => void;
  readonly clear: () => void;
};

/** The chosen files: each is checked and hashed, one after the other, until it is removed. */
export function useFiles(): Files {
  const [items, act] = useReducer(changeItems, []);
  const running = useRef(new Map<string, AbortController>());
  const checks = useRef(Promise.resolve());
  const digests = useRef(Promise.resolve());

  const stop = useCallback((key: string) => {
    running.current.get(key)?.abort();
    running.current.delete(key);
  }, []);
  const begin = useCallback(
    (key: string): AbortSignal => {
      stop(key);
      const controller = new AbortController();
      running.current.set(key, controller);
      return controller.signal;
    },
    [stop],
  );
  useEffect(() => {
    const all = running.current;
    return () => {
      for (const controller of all.values()) controller.abort();
    };
  }, []);

  return {
    items,
    act,
    add: (files) => {
      const added = files.map((file) => newItem(newKey(), file));
      act({ kind: "add", items: added });
      for (const item of added) {
        const [checking, hashing] = [begin(item.key), begin(`digest ${item.key}`)];
        checks.current = checks.current.then(() => runCheck(item, undefined, checking, act));
        digests.current = digests.current.then(() => runDigest(item, hashing, act));
      }
    },
    remove: (key) => {
      stop(key);
      stop(`digest ${key}`);
      act({ kind: "remove", key });
    },
    retype: (item, type) => {
      const checking = begin(item.key);
      act({ kind: "change", key: item.key, part: { type, check: { kind: "reading", readBytes: 0 } } });
      checks.current = checks.current.then(() => runCheck(item, type, checking, act));
    },
    clear: () => {
      for (const item of items) act({ kind: "remove", key: item.key });
    },
  };
}
