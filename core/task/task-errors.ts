/** Thrown by a task: trying again would not help. It fails at once. */
export class NonRetryable extends Error {
  readonly waybill = "non-retryable";
  override readonly name = "NonRetryable";
}

/** Thrown by a task: try again after so many ms, whatever its policy says of pauses. Still counts as a try. */
export class RetryAfter extends Error {
  readonly waybill = "retry-after";
  override readonly name = "RetryAfter";
  readonly ms: number;

  constructor(ms: number, message = `It asked to be tried again after ${ms} ms.`, options?: ErrorOptions) {
    super(message, options);
    this.ms = ms;
  }
}

/** What a step that has failed for good throws, now and whenever the task runs again. */
export class StepFailed extends Error {
  readonly waybill = "step-failed";
  override readonly name = "StepFailed";
  readonly step: string;

  constructor(step: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.step = step;
  }
}

const DAY_MS = 86_400_000;

/**
 * What an error thrown by a task asks for. Errors are known by a mark, not by their class: an installation's own tasks may
 * have another copy of it. A pause is a day at most.
 */
export function wishOf(error: unknown): { readonly isFinal: boolean; readonly afterMs?: number } {
  if (typeof error !== "object" || error === null || !("waybill" in error)) return { isFinal: false };
  if (error.waybill === "non-retryable" || error.waybill === "step-failed") return { isFinal: true };
  if (error.waybill !== "retry-after" || !("ms" in error) || typeof error.ms !== "number")
    return { isFinal: false };
  return { isFinal: false, afterMs: Math.min(DAY_MS, Math.max(0, error.ms || 0)) };
}
