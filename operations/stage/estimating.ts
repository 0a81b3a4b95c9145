import { WaybillError } from "../../core/errors.ts";
import { forEachBounded } from "../../lib/for-each-bounded.ts";
import type { FileRecord, FileSize } from "../../prisma/store/file.ts";
import { recordNeed } from "../../prisma/store/job/facts.ts";
import { estimateContainer } from "./estimate-container.ts";
import { fileAddress } from "./file-address.ts";
import { listManifest } from "./list-manifest.ts";
import { needOfFiles } from "./need-of-files.ts";
import { servesOnce } from "./serves-once.ts";
import type { Stage, StageInput } from "./stage.ts";

const LOOKS_AT_ONCE = 8;
const CHUNK = 500;

/**
 * Asks the source of every file of undeclared size for it, except sources that serve each file only once, and adds up
 * the sizes. It never fails: unknown sizes are left out of the sum, and a payload that cannot be read now is read again,
 * and judged, at the download.
 */
export const estimating: Stage<"Estimating"> = async (input) => {
  const { ctx, job, fence } = input;
  let payloadBytes = 0;
  try {
    if (job.payload === "container") payloadBytes = await estimateContainer(input);
    else {
      await listManifest(input);
      await lookAtFiles(input);
    }
  } catch (error) {
    if (!(error instanceof WaybillError) || !tellsLater(error)) throw error;
    ctx.log.info({ job: job.id, code: error.code }, "size unknown: the payload cannot be read yet");
  }
  const files = await input.files.few();
  if (files) {
    const [ofFiles, ofPayload] = [needOfFiles(job.payload, files), BigInt(payloadBytes)];
    // written with the move
    const spaceNeeded = ofFiles > ofPayload ? ofFiles : ofPayload;
    return { kind: "advance", to: "Provisioning", changed: { spaceNeeded }, isShort: true };
  }
  await recordNeed(ctx.db, job.id, fence, payloadBytes);
  return { kind: "advance", to: "Provisioning" };
};

/** Errors that Downloading will meet again and report; until then the size is unknown. */
function tellsLater({ code, entry }: WaybillError): boolean {
  return entry.family === "content" || code === "address_sealed";
}

async function lookAtFiles(input: StageInput): Promise<void> {
  if (servesOnce(input)) return;
  const { ports, settings, files, signal } = input;
  const rules = { privateSources: settings.privateSources, hosts: settings.sourceHosts };
  let sizes: FileSize[] = [];
  const flush = async () => {
    const told = sizes;
    sizes = [];
    await files.recordSizes(told);
  };
  await forEachBounded<FileRecord>(files.unlooked(), LOOKS_AT_ONCE, async (file) => {
    const { ordinal } = file;
    const address = fileAddress(input, file);
    if (address === null) return;
    const { size } = await ports.source.look(address, rules, signal);
    if (size !== undefined) sizes.push({ ordinal, size });
    if (sizes.length >= CHUNK) await flush();
  });
  await flush();
}
