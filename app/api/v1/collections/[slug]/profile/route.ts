import { ProfileChange } from "../../../../../../core/contracts/profile-requests.ts";
import { route } from "../../../../../../lib/http.ts";
import { readPathPart } from "../../../../../../lib/read-path-part.ts";
import { readJson } from "../../../../../../lib/read-request.ts";
import { changeProfile } from "../../../../../../operations/profile/change.ts";
import { getProfile } from "../../../../../../operations/profile/get.ts";
import { apiContext } from "../../../../../_server/context.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ slug: string }> };

/** A collection's settings as they are now, and their history. */
export const GET = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request, "GET api/v1/collections/[slug]/profile");
  return Response.json(await getProfile(ctx, readPathPart((await params).slug)));
});

/** Give them a new version; batches accepted before keep theirs. */
export const PUT = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request, "PUT api/v1/collections/[slug]/profile");
  const slug = readPathPart((await params).slug);
  return Response.json(await changeProfile(ctx, { slug, ...(await readJson(request, ProfileChange)) }));
});
