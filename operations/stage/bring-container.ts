import { QueueError } from "../../core/errors.ts";
import { forgetSteps } from "../../prisma/store/step/forget.ts";
import { checkContainer } from "./check-container.ts";
import { CHECK_STEP, findListing, LIST_STEP, type Listing } from "./container-listing.ts";
import { listContainer } from "./list-container.ts";
import { openContainer } from "./open-container.ts";
import { noSpace } from "./provisioning.ts";
import type { StageInput } from "./stage.ts";
import { unpackContainer } from "./unpack-container.ts";

type Wait = ReturnType<typeof noSpace>;

/**
 * Brings a job's container, lists it, unpacks it and checks what it says of itself; each step once. A container that has
 * changed at its source since it was listed is listed anew, and nothing of the first one is kept. The container goes as
 * soon as it is unpacked.
 * @returns a wait when there is no room for what it unpacks to
 * @throws QueueError of the content family with every problem found
 */
export async function bringContainer(input: StageInput): Promise<Wait | undefined> {
  let listing = await findListing(input.ctx.db, input.job.id);
  if (!listing || (await hasMore(input))) {
    const wait = listing && (await makeRoom(input, listing));
    if (wait) return wait;
    const container = await openContainer(input);
    if (listing?.sha256 !== container.sha256) {
      listing = await listContainer(input, container);
      const wait = await makeRoom(input, listing);
      if (wait) return wait;
    }
    await input.ports.faultPoint("Downloading:listed");
    await unpackContainer(input, container.path);
    await input.ports.faultPoint("Downloading:unpacked");
    await input.ports.containers.discard(container.path);
  }
  await check(input, listing);
  return undefined;
}

async function hasMore({ files }: StageInput): Promise<boolean> {
  for await (const _ of files.unverified()) return true;
  return false;
}

/** Reserves what the files come to, beside the container where it was fetched; an upload is counted with its batch. */
async function makeRoom(
  { ports, job, fence }: StageInput,
  { bytes, containerBytes }: Listing,
): Promise<Wait | undefined> {
  const needBytes = bytes + (job.payloadUrl === null ? 0 : containerBytes);
  if (Number(job.spaceReserved) >= needBytes) return undefined;
  const answer = await ports.reserve({ jobId: job.id, fence, needBytes });
  return answer.kind === "admit" ? undefined : noSpace(answer);
}

/** A container that comes from elsewhere may be mended there: what was kept of one that failed is not used again. */
async function check(input: StageInput, listing: Listing): Promise<void> {
  const { ctx, job, fence } = input;
  try {
    await checkContainer(input, listing);
  } catch (error) {
    const isContent = error instanceof QueueError && error.entry.family === "content";
    if (isContent && job.payloadUrl !== null)
      await forgetSteps(ctx.db, job.id, fence, [LIST_STEP, CHECK_STEP]);
    throw error;
  }
}
