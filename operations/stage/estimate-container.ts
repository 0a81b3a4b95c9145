import { findListing } from "./container-listing.ts";
import { listContainer } from "./list-container.ts";
import { makeFolder } from "./list-manifest.ts";
import { openDeposited } from "./open-container.ts";
import { payloadAddress } from "./payload-address.ts";
import { servesOnce } from "./serves-once.ts";
import type { StageInput } from "./stage.ts";

/**
 * Lists a container that came with the deposit, to learn the sizes of its files; for any other container of undeclared
 * size asks the source for it. @returns the bytes of a container that has yet to be fetched
 * @throws WaybillError of the content family: the container cannot be used; it is judged again when it is unpacked
 */
export async function estimateContainer(input: StageInput): Promise<number> {
  const { ctx, ports, job, settings, signal } = input;
  const address = payloadAddress(input);
  if (address !== null) {
    if (job.payloadSize !== null) return Number(job.payloadSize);
    if (servesOnce(input)) return 0;
    const rules = { privateSources: settings.privateSources, hosts: settings.sourceHosts };
    const { size } = await ports.source.look(address, rules, signal);
    return size ?? 0;
  }
  if (await findListing(ctx.db, job.id)) return 0;
  await makeFolder(input);
  await listContainer(input, await openDeposited(input));
  return 0;
}
