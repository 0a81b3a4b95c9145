import { randomUUID } from "node:crypto";
import { ProfileSettings } from "../../core/contracts/profile.ts";
import type { Db } from "../../prisma/client.ts";

/** A collection with what a batch of it needs. */
export type MadeCollection = {
  readonly id: string;
  readonly slug: string;
  readonly laneId: string;
  readonly profileVersionId: string;
};

/** A collection with a lane of its own and its first profile; `name` and `slug` default to something unique. */
export async function makeCollection(
  db: Db,
  given: {
    readonly slug?: string;
    readonly name?: string;
    readonly held?: { readonly at: Date; readonly by: string; readonly reason: string };
    readonly settings?: Partial<ProfileSettings>;
  } = {},
): Promise<MadeCollection> {
  const [id, laneId, profileVersionId] = [randomUUID(), randomUUID(), randomUUID()];
  const slug = given.slug ?? `maps-${id.slice(0, 8)}`;
  await db.lane.create({ data: { id: laneId, serviceId: `lane-${slug}` } });
  await db.collection.create({
    data: {
      id,
      slug,
      name: given.name ?? `Collection ${slug}`,
      laneId,
      ...(given.held && { heldAt: given.held.at, heldBy: given.held.by, heldReason: given.held.reason }),
    },
  });
  const settings = ProfileSettings.parse({ ...given.settings });
  await db.profileVersion.create({
    data: { id: profileVersionId, collectionId: id, version: 1, settings, createdBy: "test" },
  });
  return { id, slug, laneId, profileVersionId };
}
