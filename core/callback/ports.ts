/** One try of a callback. `url`: with its user info, which becomes a Basic header. */
export type CallbackRequest = {
  readonly url: string;
  /** `host` or `host:port` the receiver may have although its address is not public. */
  readonly privateSources: readonly string[];
  /** `webhook-id`: the same on every try of one callback. */
  readonly id: string;
  /** When the try is made, for `webhook-timestamp`. */
  readonly at: Date;
  readonly body: string;
  /** Keys that sign it, `whsec_...`; none: it goes unsigned. */
  readonly secrets: readonly string[];
  readonly signal: AbortSignal;
};

/**
 * What came of one try. `answered`: with a status; `words` is what the receiver said, at most 4,096 bytes of it.
 * `unanswered`: without one; `why` is a clause without address or credentials, and `isRefused` says that the address
 * may not be called at all.
 */
export type CallbackAnswer =
  | {
      readonly kind: "answered";
      readonly status: number;
      readonly retryAfterMs?: number;
      readonly words: string;
    }
  | { readonly kind: "unanswered"; readonly why: string; readonly isRefused: boolean };

/** Posts callbacks, each once, following no redirects. Errors of `post`: only the signal's reason. */
export type CallbackSender = {
  post(request: CallbackRequest): Promise<CallbackAnswer>;
  close(): Promise<void>;
};

/** Limits how many callbacks go to one receiver at a time. */
export type ReceiverSlots = {
  /** Takes a slot and answers how to give it back; undefined when the receiver has none left. */
  enter(receiver: string): (() => void) | undefined;
};
