import { QueueError } from "../errors.ts";

/** What an upload is refused with that has more than `maxBytes`. */
export function tooLarge(maxBytes: number): QueueError {
  return new QueueError(
    "too_large",
    `The file is larger than the ${maxBytes} bytes one upload may have. Deposit a manifest instead.`,
  );
}
