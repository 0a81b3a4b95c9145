import type { CallbackStatus } from "./callback-requests.ts";
import type { Page } from "./views.ts";

/** A callback as lists show it. `ending`: which ending of the job it reports, from 1. */
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
  /** When it is tried next; null: not again. */
  readonly nextTryAt: string | null;
  /** If not delivered: the receiver's last message, or why there was no answer. */
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
  /** The address it is posted to, without credentials; null when the profile has none. */
  readonly address: string | null;
  /** Whether it is signed: the collection has a signing key. */
  readonly isSigned: boolean;
  readonly deliveries: readonly DeliveryView[];
  readonly mayRedeliver: boolean;
};

/** A signing key, without its text. `retiresAt`: it stops signing then. */
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
  /** Without credentials; null when its profile has none now. */
  readonly callbackUrl: string | null;
  readonly secrets: readonly CallbackSecretView[];
};
