import { containerFault } from "../../core/container/fault.ts";
import { type ContainerTop, findTop, findTwice, findUnread } from "../../core/container/find-top.ts";
import type { Findings } from "../../core/container/findings.ts";
import type { UnpackedFormat } from "../../core/container/format.ts";
import { ContainerListing, type ListedFile } from "../../core/container/listing.ts";
import type { List } from "../../core/container/ports.ts";
import { describeEntryProblem } from "../../core/container/problems.ts";
import { readDeposit } from "../../core/contracts/deposit.ts";
import type { Sql } from "../../prisma/sql.ts";
import { forgetFiles, insertFiles } from "../../prisma/store/file.ts";
import { FILES_STEP, forgetSteps, keepStep } from "../../prisma/store/step.ts";
import { CHECK_STEP, LIST_STEP, type Listing } from "./container-listing.ts";
import type { OpenContainer } from "./open-container.ts";
import type { StageInput } from "./stage.ts";

const CHUNK = 2000;

/**
 * Judges all entries of a container, then makes the job's file rows from them, all at once and replacing earlier ones.
 * A folder around a bag, or around files expected at the top, is stripped from the names. Nothing is written to disk.
 * @throws WaybillError `container_invalid`, `container_too_large` or `container_unsupported` with every problem
 */
export async function listContainer(input: StageInput, container: OpenContainer): Promise<Listing> {
  const { ctx, ports, job, settings, fence, signal } = input;
  const nameEncoding = readDeposit(job.deposit).nameEncoding ?? settings.nameEncoding ?? undefined;
  const listed = new ContainerListing(ports.quotaBytes, nameEncoding);
  let format: UnpackedFormat | undefined;
  const request: List = {
    path: container.path,
    mostBytes: ports.quotaBytes,
    signal,
    nameEncoding,
    warn: (warning) => listed.findings.warning(warning),
    onFormat: (found) => {
      format = found;
    },
  };
  for await (const entry of ports.containers.list(request)) {
    listed.take(entry);
    if (listed.isFull) break;
  }
  listed.end();
  const names = listed.files.map(({ name }) => name);
  const top = findTop(names);
  judgeTop(listed.findings, names, top);
  if (listed.findings.problemCount > 0) throw containerFault(listed.findings);
  const listing: Listing = {
    sha256: container.sha256,
    containerBytes: container.sizeBytes,
    files: listed.files.length,
    bytes: listed.bytes,
    format,
    bagTop: top.isBag ? top.folder : null,
    folder: top.folder,
    beside: [...top.beside],
    warnings: [...listed.findings.warnings],
    warningCount: listed.findings.warningCount,
  };
  // Prisma's own transactions keep the values of their last hundred statements: 25 MB for 50,000 files
  await ctx.db.transact(async (tx) => {
    await forgetFiles(tx, job.id, fence);
    await forgetSteps(tx, job.id, fence, [CHECK_STEP, FILES_STEP]);
    await insertRows(tx, input, listed.files, top.folder);
    await keepStep(tx, job.id, fence, LIST_STEP, listing);
  });
  input.files.changed();
  return listing;
}

/** Warnings about a folder around everything, and about files in places that are not read. */
function judgeTop(findings: Findings, names: readonly string[], top: ContainerTop): void {
  const twice = findTwice(names, top);
  if (twice !== undefined) findings.problem(describeEntryProblem("bag_folder_twice", { name: twice }));
  if (top.folder !== "" && !top.isBag)
    findings.warning(describeEntryProblem("folder_left_out", { name: top.folder.slice(0, -1) }));
  for (const { name, kind } of findUnread(names, top)) {
    const code = kind === "bag" ? "bag_unjudged" : "metadata_unread";
    findings.warning(describeEntryProblem(code, { name }));
  }
}

async function insertRows(
  tx: Sql,
  { job, fence, signal }: StageInput,
  files: readonly ListedFile[],
  top: string,
): Promise<void> {
  for (let from = 0; from < files.length; from += CHUNK) {
    const rows = files.slice(from, from + CHUNK).map(({ name, sizeBytes }, place) => ({
      ordinal: from + place + 1,
      name: name.startsWith(top) ? name.slice(top.length) : name,
      url: null,
      urlSealed: null,
      digestType: null,
      digestValue: null,
      declaredSize: sizeBytes,
      line: null,
      declaredMediaType: null,
    }));
    await insertFiles(tx, job.id, fence, rows);
    signal.throwIfAborted();
  }
}
