import { WaybillError } from "../errors.ts";

/** What an upload is refused with that has more than `maxBytes`. */
export function tooLarge(maxBytes: number): WaybillError {
  return new WaybillError(
    "too_large",
    `The file is larger than the ${maxBytes} bytes one upload may have. Deposit a manifest instead.`,
  );
}
