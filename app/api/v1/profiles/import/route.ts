import { ProfileImport } from "../../../../../core/contracts/profile-requests.ts";
import { route } from "../../../../../lib/http.ts";
import { readJson } from "../../../../../lib/read-request.ts";
import { importProfile } from "../../../../../operations/profile/import.ts";
import { apiContext } from "../../../../_server/context.ts";

export const dynamic = "force-dynamic";

/** Import one of Merritt's profile files, or only tell what that would do. */
export const POST = route(async (request) => {
  const ctx = await apiContext(request, "POST api/v1/profiles/import");
  return Response.json(await importProfile(ctx, await readJson(request, ProfileImport)));
});
