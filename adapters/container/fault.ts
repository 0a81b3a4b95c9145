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

/** Our messages for errors of yauzl, tar-stream and zlib, whose own messages go to the log. */
const MEANINGS: readonly (readonly [RegExp, Whole])[] = [
  [/strong encryption/i, "container_encrypted"],
  [/multi-disk/i, "container_parted"],
  [/end of central directory|unexpected end|EOF/i, "container_cut_short"],
  [/tar header|header exceeds|invalid header/i, "tar_header"],
  [/incorrect|invalid (?:block|code|distance|stored|literal|bit|window)|too many length/i, "packed_damaged"],
];

/**
 * What a failure while reading a container means, with its problem. The libraries throw plain errors for damage. Disk
 * errors name a system call and stay as they are, except for a full disk.
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
