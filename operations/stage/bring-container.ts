import { WaybillError } from "../../core/errors.ts";
import { giveSpaceBack } from "../../prisma/store/space.ts";
import { forgetSteps } from "../../prisma/store/step.ts";
import { checkContainer } from "./check-container.ts";
import { CHECK_STEP, findListing, LIST_STEP, type Listing } from "./container-listing.ts";
import { listContainer } from "./list-container.ts";
import { containerPath, openContainer } from "./open-container.ts";
import { type NoSpace, noSpace } from "./provisioning.ts";
import type { StageInput } from "./stage.ts";
import { unpackContainer } from "./unpack-container.ts";
import { hasUnverified } from "./vanished.ts";

/**
 * Fetches a job's container, lists it, unpacks it and checks its own manifests; each step once. A container that has
 * changed at its source since it was listed is listed again, and nothing of the first one is kept. The container is
 * removed as soon as it is unpacked.
 * @returns a wait when there is no room to unpack it
 * @throws WaybillError of the content family with every problem found
 */
export async function bringContainer(input: StageInput): Promise<NoSpace | undefined> {
  let listing = await findListing(input.ctx.db, input.job.id);
  if (!listing || (await hasUnverified(input))) {
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

/**
 * Reserves the space its files need, plus the container's own if it was fetched; an upload is counted with its batch.
 * If there is no room, everything is given back, so that no two jobs each hold a part and wait for the other's.
 */
async function makeRoom(
  { ctx, ports, job, fence }: StageInput,
  { bytes, containerBytes }: Listing,
): Promise<NoSpace | undefined> {
  const needBytes = bytes + (job.payloadUrl === null ? 0 : containerBytes);
  if (Number(job.spaceReserved) >= needBytes) return undefined;
  const answer = await ports.reserve({ jobId: job.id, fence, needBytes });
  if (answer.kind === "admit") return undefined;
  await ports.containers.discard(containerPath(ports.working, job.id));
  await giveSpaceBack(ctx.db, job.id, fence, needBytes);
  return noSpace(answer);
}

/** A fetched container may be corrected at its source, so nothing kept from a failed one is reused. */
async function check(input: StageInput, listing: Listing): Promise<void> {
  const { ctx, job, fence } = input;
  try {
    await checkContainer(input, listing);
  } catch (error) {
    const isContent = error instanceof WaybillError && error.entry.family === "content";
    if (isContent && job.payloadUrl !== null)
      await forgetSteps(ctx.db, job.id, fence, [LIST_STEP, CHECK_STEP]);
    throw error;
  }
}
