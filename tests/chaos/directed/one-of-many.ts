import { createHash, randomUUID } from "node:crypto";
import { storePayload } from "../../../adapters/upload/store-payload.ts";
import { ProfileSettings } from "../../../core/contracts/profile.ts";
import { submitBatch } from "../../../operations/batch/submit.ts";
import { resumeJob } from "../../../operations/job/resume.ts";
import { objectManifest } from "../../pipeline/manifests.ts";
import { until } from "../../pipeline/until.ts";
import { type HostileSource, startSource } from "../../servers/hostile-source.ts";
import { type Directed, must } from "../faults/fault.ts";
import type { World } from "../world.ts";

const [FILES, BAD] = [3_000, 1_234];
const PATIENCE_MS = 180_000;
const BODY = Buffer.from("abc");
const SHA256 = createHash("sha256").update(BODY).digest("hex");
const COLLECTION = "many";

/** Of an object's 3,000 files one is not there: the job says which, and fetches only that one when it is run again. */
export const ONE_OF_MANY: Directed = {
  code: "F23",
  name: "1 of 3,000 files fails",
  prove: async (world) => {
    const source = await startSource();
    try {
      const batchId = await deposit(world, source);
      const where = { batchId };
      const reaches = (state: string) =>
        until(async () => {
          const job = await world.ctx.db.job.findFirst({ where });
          return job?.state === state || `the job is ${job?.state}: ${job?.errorMessage ?? job?.waitReason}`;
        }, PATIENCE_MS);
      await reaches("Failed");
      const failed = await world.ctx.db.job.findFirstOrThrow({ where });
      must(failed.errorMessage?.includes(nameOf(BAD)) === true, `the job says ${failed.errorMessage}`);
      const before = fetched(source);
      source.serve(`/${nameOf(BAD)}`, { kind: "file", body: BODY });
      await resumeJob(world.ctx, { jobId: failed.id, reason: "the file is there now" });
      await reaches("Completed");
      const again = fetched(source) - before;
      must(again <= 1 + FILES - verifiedOf(before), `${again} files were fetched again`);
      return `failed naming ${nameOf(BAD)}; ${before} fetched before, ${again} after it was resumed; completed`;
    } finally {
      await source.close();
    }
  },
};

const nameOf = (number: number) => `file-${number}.txt`;

const fetched = ({ requests }: HostileSource) => requests.filter(({ method }) => method === "GET").length;

/** All that was fetched was kept, but the one that was not there. */
const verifiedOf = (count: number) => Math.min(FILES, count) - 1;

async function deposit({ ctx }: World, source: HostileSource): Promise<string> {
  const rows = Array.from({ length: FILES }, (_, number) => {
    const name = nameOf(number);
    source.serve(`/${name}`, number === BAD ? { kind: "status", status: 404 } : { kind: "file", body: BODY });
    return { url: source.url(`/${name}`), name, sha256: SHA256, size: BODY.length };
  });
  const laneId = randomUUID();
  await ctx.db.lane.create({ data: { id: laneId, serviceId: COLLECTION } });
  const settings = ProfileSettings.parse({ notifySuppression: "all", privateSources: [source.host] });
  const profile = { id: randomUUID(), version: 1, settings, createdBy: COLLECTION };
  await ctx.db.collection.create({
    data: { id: laneId, slug: COLLECTION, name: COLLECTION, laneId, profiles: { create: profile } },
  });
  const rules = { folder: ctx.env.WORKING_STORAGE, maxBytes: ctx.env.UPLOAD_MAX_BYTES };
  const fields = { collection: COLLECTION, filename: "many.checkm" };
  const bytes = Buffer.from(objectManifest(rows));
  const receive = async () => ({
    ...(await storePayload(once(bytes), rules)),
    fields,
    filename: fields.filename,
  });
  return (await submitBatch(ctx, { receive, idempotencyKey: null, userAgent: COLLECTION })).batchId;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
