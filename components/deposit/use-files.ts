"use client";
import { type Dispatch, useCallback, useEffect, useReducer, useRef } from "react";
import type { TypeField } from "../../core/manifest/kinds.ts";
import { newKey } from "../queries/upload.ts";
import { type Act, changeItems, type Item, newItem } from "./deposit.model.ts";
import { runCheck, runDigest } from "./examine.ts";

type Files = {
  readonly items: readonly Item[];
  readonly act: Dispatch<Act>;
  readonly add: (files: readonly File[]) => void;
  readonly remove: (key: string) => void;
  readonly retype: (item: Item, type: TypeField | undefined) => void;
  readonly clear: () => void;
};

type Work = (signal: AbortSignal) => Promise<void>;

/** Work on files in two queues, checks and digests, one after the other each; naming the same work again ends the earlier. */
function useWork() {
  const running = useRef(new Map<string, AbortController>());
  const queues = useRef({ check: Promise.resolve(), digest: Promise.resolve() });
  const stop = useCallback((name: string) => {
    running.current.get(name)?.abort();
    running.current.delete(name);
  }, []);
  const start = (queue: "check" | "digest", key: string, work: Work) => {
    const name = `${queue} ${key}`;
    stop(name);
    const controller = new AbortController();
    running.current.set(name, controller);
    queues.current[queue] = queues.current[queue].then(() => work(controller.signal));
  };
  useEffect(() => {
    const all = running.current;
    return () => {
      for (const controller of all.values()) controller.abort();
    };
  }, []);
  return { start, stop };
}

/** The chosen files: each is checked and hashed until it is removed. */
export function useFiles(): Files {
  const [items, act] = useReducer(changeItems, []);
  const { start, stop } = useWork();
  const remove = (key: string) => {
    stop(`check ${key}`);
    stop(`digest ${key}`);
    act({ kind: "remove", key });
  };
  return {
    items,
    act,
    remove,
    add: (files) => {
      const added = files.map((file) => newItem(newKey(), file));
      act({ kind: "add", items: added });
      for (const item of added) {
        start("check", item.key, (signal) => runCheck(item, undefined, signal, act));
        start("digest", item.key, (signal) => runDigest(item, signal, act));
      }
    },
    retype: (item, type) => {
      act({ kind: "change", key: item.key, part: { type, check: { kind: "reading", readBytes: 0 } } });
      start("check", item.key, (signal) => runCheck(item, type, signal, act));
    },
    clear: () => {
      for (const item of items) remove(item.key);
    },
  };
}
