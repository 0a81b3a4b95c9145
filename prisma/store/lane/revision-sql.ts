import { Prisma } from "../../generated/client.ts";

/** A short text that is another one whenever a lane's order, width or settings are. */
export const REVISION = Prisma.sql`md5(jsonb_build_array(lane.ordering, lane.width, lane.settings)::text)`;
