import { KIND_WORDS } from "../batches/kind-words.model.ts";
import { bytes, counted, percent } from "../display/amount.model.ts";
import type { DigestState, Item } from "./deposit.model.ts";
import { estimate, estimateWords, rateOf, type Sample } from "./estimate.model.ts";

/** What a chosen file is, as far as its check has come: "Object manifest: 1 object, 3 files, 2 kB declared". */
export function whatItIs({ check, file }: Pick<Item, "check" | "file">): string {
  if (check.kind === "unreadable") return "Cannot be read.";
  if (check.kind === "reading") {
    return check.readBytes > 0 ? `Checking, ${percent(check.readBytes, file.size)} %` : "Checking";
  }
  const { kind, objects, files, sizeBytes, problemCount } = check.check;
  if (kind === null) return "";
  if (kind === "SingleFile" || problemCount > 0) return KIND_WORDS[kind];
  const parts = [
    counted(objects, "object"),
    ...(files !== null && files !== objects ? [counted(files, "file")] : []),
    sizeBytes > 0 ? `${bytes(sizeBytes)} declared` : "sizes not declared",
  ];
  return `${KIND_WORDS[kind]}: ${parts.join(", ")}`;
}

/** How its digest comes, while it is not there. */
export function digestWords(
  digest: Exclude<DigestState, { readonly kind: "ready" }>,
  sizeBytes: number,
): string {
  if (digest.kind === "left-to-server") return "SHA-256 is computed while the file arrives.";
  return `Computing SHA-256${digest.readBytes > 0 ? `, ${percent(digest.readBytes, sizeBytes)} %` : ""}`;
}

/** How far an upload is, its rate and what is left of it, as soon as they are known. */
export function sendingWords(samples: readonly Sample[], totalBytes: number): string {
  const sent = samples.at(-1)?.bytes ?? 0;
  const text = `${bytes(sent)} of ${bytes(totalBytes)}`;
  if (sent >= totalBytes) return `${text}. Waybill is checking and storing it`;
  const rate = rateOf(samples);
  const left = estimate(samples, totalBytes - sent);
  return [
    text,
    ...(rate === null ? [] : [`${bytes(Math.round(rate))} per second`]),
    ...(left === null ? [] : [`${estimateWords(left)} at the current rate`]),
  ].join(", ");
}
