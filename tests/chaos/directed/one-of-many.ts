import { createHash } from "node:crypto";
import { resumeJob } from "../../../operations/job/resume.ts";
import { objectManifest } from "../../pipeline/manifests.ts";
import { until } from "../../pipeline/until.ts";
import type { HostileSource } from "../../servers/hostile-source.ts";
import { type Directed, must } from "../faults/fault.ts";
import type { Deposit } from "../repository/deposit.ts";
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
    const { repository, neighbours, ctx } = world;
    const { source } = neighbours;
    await repository.addLane({ slug: COLLECTION, ordering: "serial", width: 1 });
    const { batchId } = await repository.give(COLLECTION, () => deposit(source));
    const where = { batchId };
    await reaches(world, batchId, "Failed");
    const failed = await ctx.db.job.findFirstOrThrow({ where });
    must(failed.errorMessage?.includes(nameOf(BAD)) === true, `the job says ${failed.errorMessage}`);
    const before = fetched(source);
    source.serve(pathOf(BAD), { kind: "file", body: BODY });
    await resumeJob(ctx, { jobId: failed.id, reason: "the file is there now" });
    await reaches(world, batchId, "Completed");
    const again = fetched(source) - before;
    must(again <= 1 + FILES - verifiedOf(before), `${again} files were fetched again`);
    return `failed naming ${nameOf(BAD)}; ${before} fetched before, ${again} after it was resumed; completed`;
  },
};

const nameOf = (number: number) => `file-${number}.txt`;
const pathOf = (number: number) => `/${COLLECTION}/${nameOf(number)}`;

const fetched = ({ requests }: HostileSource) =>
  requests.filter(({ method, path }) => method === "GET" && path.startsWith(`/${COLLECTION}/`)).length;

/** All that was fetched was kept, but the one that was not there. */
const verifiedOf = (count: number) => Math.min(FILES, count) - 1;

function reaches({ ctx }: World, batchId: string, state: string): Promise<void> {
  return until(async () => {
    const job = await ctx.db.job.findFirst({ where: { batchId } });
    return job?.state === state || `the job is ${job?.state}: ${job?.errorMessage ?? job?.waitReason}`;
  }, PATIENCE_MS);
}

function deposit(source: HostileSource): Deposit {
  const numbers = Array.from({ length: FILES }, (_, number) => number);
  for (const number of numbers)
    source.serve(
      pathOf(number),
      number === BAD ? { kind: "status", status: 404 } : { kind: "file", body: BODY },
    );
  const rows = numbers.map((number) => ({
    url: source.url(pathOf(number)),
    name: nameOf(number),
    sha256: SHA256,
    size: BODY.length,
  }));
  const files = Object.fromEntries(numbers.map((number) => [nameOf(number), SHA256]));
  return {
    key: COLLECTION,
    collection: COLLECTION,
    kind: "manifest",
    filename: `${COLLECTION}.checkm`,
    fields: {},
    payload: Buffer.from(objectManifest(rows)),
    jobs: [{ end: "Completed", object: COLLECTION, files }],
  };
}
