import type { TypeField } from "../../core/manifest/kinds.ts";
import { bytes, counted } from "../display/amount.model.ts";
import type { Failure } from "../queries/problem.model.ts";
import type { FileCheck } from "./check-file.ts";
import type { Details } from "./details.model.ts";
import type { Sample } from "./estimate.model.ts";

export type CheckState =
  | { readonly kind: "reading"; readonly readBytes: number }
  | { readonly kind: "ready"; readonly check: FileCheck }
  | { readonly kind: "unreadable" };

export type DigestState =
  | { readonly kind: "computing"; readonly readBytes: number }
  | { readonly kind: "ready"; readonly sha256: string }
  | { readonly kind: "left-to-server" };

export type SendState =
  | { readonly kind: "waiting" }
  | { readonly kind: "sending"; readonly samples: readonly Sample[] }
  | { readonly kind: "accepted"; readonly batchId: string }
  | { readonly kind: "refused"; readonly failure: Failure }
  | { readonly kind: "cancelled" };

/** What was sent at the last try; a repeat of the same deposit uses the same key and fields. */
export type Attempt = { readonly key: string; readonly wanted: string; readonly fields: Details };

/** A file on its way to become a deposit. */
export type Item = {
  readonly key: string;
  readonly file: File;
  readonly type: TypeField | undefined;
  readonly check: CheckState;
  readonly digest: DigestState;
  readonly send: SendState;
  readonly attempt: Attempt | undefined;
};

export type Act =
  | { readonly kind: "add"; readonly items: readonly Item[] }
  | { readonly kind: "remove"; readonly key: string }
  | { readonly kind: "change"; readonly key: string; readonly part: Partial<Omit<Item, "key" | "file">> };

/** The files after an act. A part of a file that was removed meanwhile changes nothing. */
export function changeItems(items: readonly Item[], act: Act): readonly Item[] {
  switch (act.kind) {
    case "add":
      return [...items, ...act.items];
    case "remove":
      return items.filter((item) => item.key !== act.key);
    case "change":
      return items.map((item) => (item.key === act.key ? { ...item, ...act.part } : item));
  }
}

export function newItem(key: string, file: File): Item {
  return {
    key,
    file,
    type: undefined,
    check: { kind: "reading", readBytes: 0 },
    digest: { kind: "computing", readBytes: 0 },
    send: { kind: "waiting" },
    attempt: undefined,
  };
}

function problemsOf(item: Item): number {
  if (item.check.kind === "unreadable") return 1;
  return item.check.kind === "ready" ? item.check.check.problemCount : 0;
}

/** Why the deposit cannot be made yet, or null. */
export function hindrance(items: readonly Item[], collection: string, detailsWrong: boolean): string | null {
  const bad = items.filter((item) => problemsOf(item) > 0).length;
  if (collection === "") return "Choose a collection first.";
  if (items.length === 0) return "Choose a file or manifest first.";
  if (bad > 0) return `Correct or remove ${counted(bad, "file")} with problems first.`;
  if (items.some((item) => item.check.kind === "reading")) return "The files are being checked.";
  return detailsWrong ? "Correct the details first." : null;
}

/** What the button says: "Deposit 3 objects, 1.2 GB, to Maps". Bytes are left out where a manifest does not tell them. */
export function depositWords(items: readonly Item[], collectionName: string): string {
  const left = items.filter((item) => item.send.kind !== "accepted");
  const checks = left.flatMap((item) => (item.check.kind === "ready" ? [item.check.check] : []));
  const objects = checks.reduce((sum, check) => sum + check.objects, 0);
  const size = checks.reduce((sum, check) => sum + check.sizeBytes, 0);
  if (objects === 0) return collectionName ? `Deposit to ${collectionName}` : "Deposit";
  const parts = [counted(objects, "object"), ...(size > 0 ? [bytes(size)] : [])];
  return `Deposit ${parts.join(", ")}${collectionName ? `, to ${collectionName}` : ""}`;
}

/** The try to make: the last one again when nothing about the deposit has changed since, else a new one. */
export function nextAttempt(item: Item, wanted: string, fields: Details, key: string): Attempt {
  return item.attempt?.wanted === wanted ? item.attempt : { key, wanted, fields };
}
