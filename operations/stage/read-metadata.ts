import * as z from "zod";
import { dcField, readDeposit } from "../../core/contracts/deposit.ts";
import { type Problem, WaybillError } from "../../core/errors.ts";
import { readDeleteList } from "../../core/metadata/delete-list.ts";
import { DC_ELEMENTS, type DublinCore, readDcField } from "../../core/metadata/dublin-core.ts";
import {
  type FileFacts,
  type GivenFacts,
  mergeDublinCore,
  mergeFacts,
} from "../../core/metadata/merge-facts.ts";
import { METADATA_BYTES, METADATA_FILES, type MetadataFile } from "../../core/metadata/metadata-files.ts";
import { readEmbargo } from "../../core/metadata/read-embargo.ts";
import { readErc } from "../../core/metadata/read-erc.ts";
import { readDataCite, readDublinCore, readEml } from "../../core/metadata/xml-facts.ts";
import type { Deletion } from "../../core/storage/carried-files.ts";
import type { FileRecord } from "../../prisma/store/file.ts";
import { GIVEN_STEP, recordFacts } from "../../prisma/store/job/facts.ts";
import { findStep } from "../../prisma/store/step.ts";
import { readMetadataFile } from "./read-metadata-file.ts";
import type { StageInput } from "./stage.ts";

/** What a deposit says about its object. `embargoUntil` undefined: nothing; `deletions`: for an update. */
export type Metadata = {
  readonly dublinCore: DublinCore;
  readonly embargoUntil: Date | null | undefined;
  readonly deletions: readonly Deletion[];
  /** The job's file that lists the deletions. */
  readonly deleteList: FileRecord | undefined;
};

const Given = z.object({
  creator: z.string().nullable(),
  title: z.string().nullable(),
  date: z.string().nullable(),
  localIds: z.array(z.string()),
  suppliedArk: z.string().nullable(),
});

type Reading = FileFacts & Partial<Pick<Metadata, "embargoUntil" | "deletions">>;

/**
 * Reads the metadata files of a deposit, merges them with its form or row, and saves the result on the job. Repeating
 * it starts from the same input and gives the same result. Returns the input with the updated job. Errors:
 * `metadata_invalid`, `embargo_invalid`, `delete_list_invalid`, `bad_identifier`; with the problems of all files.
 * Source: docs/reference/metadata.md.
 */
export async function readMetadata(
  input: StageInput,
): Promise<{ readonly input: StageInput; readonly metadata: Metadata }> {
  const { ctx, job, settings, fence } = input;
  const files = await input.files.named(METADATA_FILES);
  const read = await readAll(input, files);
  const metadata: Metadata = {
    dublinCore: mergeDublinCore(read.dublinCore ?? {}, formDublinCore(job.deposit)),
    embargoUntil: read.embargoUntil,
    deletions: read.deletions ?? [],
    deleteList: job.update ? files.find(({ name }) => name === "mrt-delete.txt") : undefined,
  };
  if (files.length === 0 && !job.update) return { input, metadata };
  const kept = await findStep(ctx.db, job.id, GIVEN_STEP);
  const facts = mergeFacts(kept === undefined ? job : Given.parse(kept), read, settings);
  if (!isSame(facts, job)) await recordFacts(ctx.db, { id: job.id, fence }, facts);
  return { input: { ...input, job: { ...job, ...facts } }, metadata };
}

function isSame(one: GivenFacts, other: GivenFacts): boolean {
  const list = ({ creator, title, date, suppliedArk, localIds }: GivenFacts) =>
    JSON.stringify([creator, title, date, suppliedArk, localIds]);
  return list(one) === list(other);
}

function formDublinCore(kept: unknown): DublinCore {
  const deposit = readDeposit(kept);
  return Object.fromEntries(
    DC_ELEMENTS.map((element) => [element, readDcField(element, deposit[dcField(element)] ?? "")]),
  );
}

/** Reads every file, so that one run reports everything that is wrong. */
async function readAll(input: StageInput, files: readonly FileRecord[]): Promise<Reading> {
  let all: Reading = {};
  const faults: WaybillError[] = [];
  for (const file of files) {
    try {
      all = { ...all, ...(await readOne(input, file)) };
    } catch (error) {
      if (!(error instanceof WaybillError) || error.entry.family !== "content") throw error;
      faults.push(error);
    }
  }
  const [first] = faults;
  if (!first) return all;
  const problems: Problem[] = faults.flatMap((fault) => fault.problems);
  throw new WaybillError(first.code, faults.map(({ message }) => message).join(" "), { problems });
}

async function readOne(input: StageInput, file: FileRecord): Promise<Reading> {
  const name = METADATA_FILES.find((known) => known === file.name);
  if (name === undefined || (name === "mrt-delete.txt" && !input.job.update)) return {};
  return READERS[name](await readMetadataFile(input, file, METADATA_BYTES[name]), input);
}

const READERS = {
  "mrt-erc.txt": (text) => ({ erc: readErc(text, "mrt-erc.txt") }),
  "mrt-dc.xml": (text, { ports }) => ({ dublinCore: readDublinCore(ports.readXml(text, "mrt-dc.xml")) }),
  "mrt-datacite.xml": (text, { ports }) => ({
    dataCite: readDataCite(ports.readXml(text, "mrt-datacite.xml")),
  }),
  "mrt-eml.xml": (text, { ports }) => ({ eml: readEml(ports.readXml(text, "mrt-eml.xml")) }),
  "mrt-embargo.txt": (text) => ({ embargoUntil: readEmbargo(text) }),
  "mrt-delete.txt": (text) => ({ deletions: readDeleteList(text) }),
} as const satisfies Record<MetadataFile, (text: string, input: StageInput) => Reading>;
