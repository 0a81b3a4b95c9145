"use client";
import { type Dispatch, useEffect, useRef, useState } from "react";
import { RequestError } from "../queries/request.ts";
import { newKey, uploadDeposit } from "../queries/upload.ts";
import { type Act, type Item, nextAttempt, type SendState } from "./deposit.model.ts";
import { type Details, depositFields } from "./details.model.ts";
import { addSample, type Sample } from "./estimate.model.ts";

type Sending = {
  readonly busy: boolean;
  /** Sends what is not accepted yet, in order, until one does not succeed. Gives the batch ids of this run. */
  readonly send: (collection: string, details: Details) => Promise<readonly string[]>;
  readonly cancel: () => void;
};

function stateOf(error: unknown, signal: AbortSignal): SendState {
  if (error instanceof RequestError) return { kind: "refused", failure: error.failure };
  if (signal.aborted) return { kind: "cancelled" };
  throw error;
}

/** Uploads one file. What it is sent as is kept with it, so that a repeat is the same deposit. */
async function sendItem(
  item: Item,
  base: { collection: string; details: Details },
  signal: AbortSignal,
  act: Dispatch<Act>,
): Promise<SendState> {
  const { file, type } = item;
  const plain = depositFields({
    ...base,
    filename: file.name,
    sizeBytes: file.size,
    type,
    sha256: undefined,
  });
  const sha256 = item.digest.kind === "ready" ? item.digest.sha256 : undefined;
  const fields = depositFields({ ...base, filename: file.name, sizeBytes: file.size, type, sha256 });
  const attempt = nextAttempt(item, JSON.stringify(plain), fields, newKey());
  let samples: readonly Sample[] = [{ atMs: performance.now(), bytes: 0 }];
  const change = (part: Partial<Item>) => act({ kind: "change", key: item.key, part });
  change({ attempt, send: { kind: "sending", samples } });
  try {
    const { batch } = await uploadDeposit({
      file,
      fields: attempt.fields,
      key: attempt.key,
      signal,
      onSent: (bytes) => {
        samples = addSample(samples, { atMs: performance.now(), bytes });
        change({ send: { kind: "sending", samples } });
      },
    });
    return { kind: "accepted", batchId: batch.id };
  } catch (error) {
    return stateOf(error, signal);
  }
}

/** Uploads the chosen files, one after the other, since deposits are worked on in the order they are accepted. */
export function useSending(items: readonly Item[], act: Dispatch<Act>): Sending {
  const [busy, setBusy] = useState(false);
  const latest = useRef(items);
  const controller = useRef<AbortController>(undefined);
  useEffect(() => {
    latest.current = items;
  }, [items]);
  useEffect(() => () => controller.current?.abort(), []);

  const send = async (collection: string, details: Details): Promise<readonly string[]> => {
    const running = new AbortController();
    controller.current = running;
    const accepted: string[] = [];
    setBusy(true);
    try {
      for (const { key } of items) {
        const item = latest.current.find((candidate) => candidate.key === key);
        if (!item || item.send.kind === "accepted") continue;
        const outcome = await sendItem(item, { collection, details }, running.signal, act);
        act({ kind: "change", key, part: { send: outcome } });
        if (outcome.kind !== "accepted") break;
        accepted.push(outcome.batchId);
      }
    } finally {
      setBusy(false);
    }
    return accepted;
  };

  return { busy, send, cancel: () => controller.current?.abort() };
}
