import type { BatchView } from "../../core/contracts/views.ts";
import { readFailure, UNREACHABLE } from "./problem.model.ts";
import { apiAddress, parseJson, type QueryValues, RequestError } from "./request.ts";

export type Accepted = { readonly batch: BatchView; readonly statusUrl: string };

type Upload = {
  readonly file: Blob;
  /** Deposit fields, as docs/reference/api.md names them. */
  readonly fields: QueryValues;
  /** The same for every try of the same deposit, so that a repeat after a lost connection makes no second batch. */
  readonly key: string;
  readonly signal: AbortSignal;
  readonly onSent: (sentBytes: number) => void;
};

/** A key that nobody guesses. crypto.randomUUID would need https. */
export function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}

/**
 * Sends a file as the raw body of a deposit. XMLHttpRequest, since fetch tells nothing while it sends.
 * Throws RequestError, or the signal's reason when cancelled.
 */
export function uploadDeposit({ file, fields, key, signal, onSent }: Upload): Promise<Accepted> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const cancel = () => request.abort();
    const settle = (act: () => void) => {
      signal.removeEventListener("abort", cancel);
      act();
    };
    request.open("POST", apiAddress("batches", fields));
    request.setRequestHeader("accept", "application/json");
    request.setRequestHeader("content-type", "application/octet-stream");
    request.setRequestHeader("idempotency-key", key);
    request.upload.addEventListener("progress", (event) => onSent(event.loaded));
    request.addEventListener("load", () => {
      const answer = parseJson(request.responseText);
      const fine = request.status >= 200 && request.status < 300;
      settle(() =>
        fine ? resolve(answer as Accepted) : reject(new RequestError(readFailure(request.status, answer))),
      );
    });
    request.addEventListener("error", () => settle(() => reject(new RequestError(UNREACHABLE))));
    request.addEventListener("abort", () => settle(() => reject(signal.reason)));
    signal.addEventListener("abort", cancel);
    if (signal.aborted) settle(() => reject(signal.reason));
    else request.send(file);
  });
}
