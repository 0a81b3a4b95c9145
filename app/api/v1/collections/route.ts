import { route } from "../../../../lib/http.ts";
import { listCollections } from "../../../../operations/collection/list.ts";
import { apiContext } from "../../../_server/context.ts";

export const dynamic = "force-dynamic";

/** The collections the person can read. */
export const GET = route(async (request) => Response.json(await listCollections(await apiContext(request))));
