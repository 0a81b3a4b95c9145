import { QueueError } from "../../core/errors.ts";
import { asDiskFault } from "../payload/disk-fault.ts";

/** What yauzl says of something Waybill does not take, rather than of something damaged. */
const UNSUPPORTED = /strong encryption|multi-disk/i;

/**
 * What a failure while a container is read means. The libraries throw plain errors for damage; what the disk does has a
 * system call in it and stays as it is, but for a full one.
 */
export function asContainerFault(error: unknown): unknown {
  if (error instanceof QueueError || !(error instanceof Error)) return error;
  if ("syscall" in error || error.name === "AbortError") return asDiskFault(error);
  if (UNSUPPORTED.test(error.message)) {
    return new QueueError(
      "container_unsupported",
      "The container is encrypted as a whole or parted over several files. Make it again without a password, in one file.",
      { cause: error },
    );
  }
  return new QueueError(
    "container_invalid",
    `The container is damaged or cut short (${error.message}). Check it on your side and deposit it again.`,
    { cause: error },
  );
}
