import { containerProblem } from "../../core/container/fault.ts";
import { type ContainerCode, describeEntryProblem } from "../../core/container/problems.ts";
import { WaybillError } from "../../core/errors.ts";
import { asDiskFault } from "../disk/disk-fault.ts";
import { TarEndError, TarHeaderError } from "./tar.ts";
import { ZipEndError } from "./zip-end.ts";

type Whole = Extract<
  ContainerCode,
  | "container_cut_short"
  | "container_damaged"
  | "container_encrypted"
  | "container_parted"
  | "tar_header"
  | "packed_damaged"
>;

/** What yauzl, tar-stream and zlib say, in our words. Their own are for the log. */
const MEANINGS: readonly (readonly [RegExp, Whole])[] = [
  [/strong encryption/i, "container_encrypted"],
  [/multi-disk/i, "container_parted"],
  [/end of central directory|unexpected end|EOF/i, "container_cut_short"],
  [/tar header|header exceeds|invalid header/i, "tar_header"],
  [/incorrect|invalid (?:block|code|distance|stored|literal|bit|window)|too many length/i, "packed_damaged"],
];

/**
 * What a failure while a container is read means, with its problem. The libraries throw plain errors for damage; what the
 * disk does has a system call in it and stays as it is, but for a full one.
 */
export function asContainerFault(error: unknown): unknown {
  if (error instanceof WaybillError || !(error instanceof Error)) return error;
  if ("syscall" in error || error.name === "AbortError") return asDiskFault(error);
  return containerProblem(describeEntryProblem(codeOf(error)), error);
}

function codeOf(error: Error) {
  if (error instanceof ZipEndError) return error.fault;
  if (error instanceof TarEndError) return "tar_no_end";
  if (error instanceof TarHeaderError) return "tar_header";
  return MEANINGS.find(([words]) => words.test(error.message))?.[1] ?? "container_damaged";
}
