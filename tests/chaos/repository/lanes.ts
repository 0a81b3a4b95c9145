import { randomUUID } from "node:crypto";
import { ProfileSettings } from "../../../core/contracts/profile.ts";
import type { LaneOrdering } from "../../../core/lane/orderings.ts";
import type { Context } from "../../../operations/context.ts";

/** A lane of the run's repository with one collection of the same name. `width`: batches at a time; of a serial one 1. */
export type RepositoryLane = {
  readonly slug: string;
  readonly ordering: LaneOrdering;
  readonly width: number;
};

const SERIAL = 6;

/** Six serial lanes, and one that is not. */
export const REPOSITORY_LANES: readonly RepositoryLane[] = [
  ...Array.from(
    { length: SERIAL },
    (_, place) => ({ slug: `shelf-${place}`, ordering: "serial", width: 1 }) as const,
  ),
  { slug: "heap", ordering: "unordered", width: 3 },
];

/** Where the world is told from: what a collection's profile says of it. */
export type Surroundings = { readonly sourceHost: string; readonly receiverHost: string };

/** Makes a lane and its collection, whose reports and callbacks somebody hears. */
export async function makeRepositoryLane(
  { db }: Context,
  { slug, ordering, width }: RepositoryLane,
  { sourceHost, receiverHost }: Surroundings,
): Promise<void> {
  const laneId = randomUUID();
  // a batch that finds working storage full is begun again after a moment
  const settings = { delayWindowMs: 20_000 };
  await db.lane.create({ data: { id: laneId, serviceId: slug, ordering, width, settings } });
  const profile = ProfileSettings.parse({
    notify: [`${slug}@example.org`],
    callbackUrl: `http://${receiverHost}/${slug}`,
    privateSources: [sourceHost, receiverHost],
  });
  await db.collection.create({
    data: {
      id: laneId,
      slug,
      name: slug,
      laneId,
      profiles: { create: { id: randomUUID(), version: 1, settings: profile, createdBy: "chaos" } },
    },
  });
}
