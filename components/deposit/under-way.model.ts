import { bytes, counted } from "../display/amount.model.ts";
import type { Item } from "./deposit.model.ts";

/** What is told of a deposit on every other page. `batchId`: the one batch that came of it. */
export type UnderWay =
  | {
      readonly kind: "sending";
      readonly words: string;
      readonly doneBytes: number;
      readonly totalBytes: number;
    }
  | { readonly kind: "accepted"; readonly words: string; readonly batchId: string | undefined }
  | { readonly kind: "stopped"; readonly words: string };

/** Null: nothing was sent yet. */
export function underWay(items: readonly Item[]): UnderWay | null {
  const accepted = items.flatMap(({ send }) => (send.kind === "accepted" ? [send.batchId] : []));
  const sending = items.find(({ send }) => send.kind === "sending");
  if (sending?.send.kind === "sending") {
    const doneBytes = sending.send.samples.at(-1)?.bytes ?? 0;
    const totalBytes = sending.file.size;
    const place = items.length > 1 ? `, ${accepted.length + 1} of ${items.length}` : "";
    const words = `Uploading ${sending.file.name}${place}: ${bytes(doneBytes)} of ${bytes(totalBytes)}`;
    return { kind: "sending", words, doneBytes, totalBytes };
  }
  const stopped = items.find(({ send }) => send.kind === "refused" || send.kind === "cancelled");
  if (stopped) {
    const how = stopped.send.kind === "refused" ? "was not accepted" : "was cancelled";
    return { kind: "stopped", words: `The upload of ${stopped.file.name} ${how}.` };
  }
  if (items.length === 0 || accepted.length < items.length) return null;
  const [only] = accepted;
  return accepted.length === 1
    ? { kind: "accepted", words: `${items[0]?.file.name} is accepted.`, batchId: only }
    : { kind: "accepted", words: `${counted(accepted.length, "deposit")} accepted.`, batchId: undefined };
}
