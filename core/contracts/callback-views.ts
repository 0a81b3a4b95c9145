import type { CallbackStatus } from "./callback-requests.ts";
import type { Page } from "./views.ts";

/** A callback as lists show it. `ending`: which of the job's endings it tells of, from 1. */
export type CallbackRow = {
  readonly id: string;
  readonly jobId: string;
  readonly batchId: string;
  readonly collection: string;
  readonly ending: number;
  readonly outcome: "COMPLETED" | "FAILED";
  /** Host and port of the receiver. */
  readonly receiver: string;
  readonly status: CallbackStatus;
  readonly attempts: number;
  readonly createdAt: string;
  readonly endedAt: string | null;
  /** When it is tried next; null when it is not. */
  readonly nextTryAt: string | null;
  /** The receiver's last words or why there was no answer, when it was not delivered. */
  readonly lastError: string | null;
};

/** `failed`: callbacks given up, in all collections the reader sees. */
export type CallbackPage = Page<CallbackRow> & { readonly failed: number };

/** One try. `httpStatus` null: no answer came. */
export type DeliveryView = {
  readonly at: string;
  readonly httpStatus: number | null;
  readonly tookMs: number;
  readonly message: string | null;
};

/** A callback with its latest tries, newest first. */
export type CallbackView = CallbackRow & {
  /** Where it is posted, without credentials; null when the profile has no address. */
  readonly address: string | null;
  /** Whether it is signed: the collection has a signing key. */
  readonly isSigned: boolean;
  readonly deliveries: readonly DeliveryView[];
  readonly mayRedeliver: boolean;
};

/** A signing key, never with its text. `retiresAt`: it signs no more from then on. */
export type CallbackSecretView = {
  readonly id: string;
  readonly createdAt: string;
  readonly createdBy: string;
  readonly retiresAt: string | null;
};

/** A collection that has a callback address, with its signing keys in use, newest first. */
export type CallbackSigningView = {
  readonly collection: string;
  readonly name: string;
  /** Without credentials; null when its profile has none (any more). */
  readonly callbackUrl: string | null;
  readonly secrets: readonly CallbackSecretView[];
};
