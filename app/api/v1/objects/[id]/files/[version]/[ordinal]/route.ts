import { sendDownload } from "../../../../../../../../lib/download.ts";
import { route } from "../../../../../../../../lib/http.ts";
import { openObjectFile } from "../../../../../../../../operations/object/open-file.ts";
import { apiContext } from "../../../../../../../_server/context.ts";
import { root } from "../../../../../../../_server/root.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ id: string; version: string; ordinal: string }> };

/** The bytes of one file of one version of an object, as a download. */
export const GET = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request, "GET api/v1/objects/[id]/files/[version]/[ordinal]");
  const { id, version, ordinal } = await params;
  const place = { objectId: id, version: Number(version), ordinal: Number(ordinal) };
  return sendDownload(request, await openObjectFile(ctx, place, root().objects));
});
