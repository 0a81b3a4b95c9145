import { randomUUID } from "node:crypto";
import { CollectionRequest, ProfileChange, ProfileImport } from "../../core/contracts/profile-requests.ts";
import { createCollection } from "../../operations/collection/create.ts";
import { changeProfile } from "../../operations/profile/change.ts";
import { getProfile } from "../../operations/profile/get.ts";
import { importProfile } from "../../operations/profile/import.ts";
import { admins, makers, type RouteRow, steering } from "./route-row.ts";
import type { World } from "./world.ts";

const slugOf = ({ collection }: World) => collection.slug;
const reason = "the team has moved";

/** The routes of profiles and of making collections. */
export const PROFILE_ROWS: readonly RouteRow[] = [
  {
    route: "POST api/v1/collections",
    expect: admins,
    call: (ctx) =>
      createCollection(ctx, CollectionRequest.parse({ slug: `new-${randomUUID()}`, name: "New", reason })),
    changes: "fresh",
  },
  {
    route: "GET api/v1/collections/[slug]/profile",
    expect: steering,
    call: (ctx, world) => getProfile(ctx, slugOf(world)),
  },
  {
    route: "PUT api/v1/collections/[slug]/profile",
    expect: makers,
    call: async (ctx, world) => {
      const slug = slugOf(world);
      const { version, settings } = await getProfile({ ...ctx, actor: world.askers.admin }, slug);
      const change = { version: version, settings: { ...settings, priority: 7 }, reason };
      return changeProfile(ctx, { slug, ...ProfileChange.parse(change) });
    },
    changes: "fresh",
  },
  {
    route: "POST api/v1/profiles/import",
    expect: admins,
    call: (ctx) =>
      importProfile(
        ctx,
        ProfileImport.parse({
          text: `ProfileID: new-${randomUUID().slice(0, 8)}_content\nOwner: ark:/99999/fk4owner\n`,
        }),
      ),
    changes: "fresh",
  },
];
