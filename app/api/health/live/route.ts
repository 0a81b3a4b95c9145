import { route } from "../../../../lib/http.ts";

export const dynamic = "force-dynamic";

/** The process runs. */
export const GET = route(async () => Response.json({ status: "live" }));
