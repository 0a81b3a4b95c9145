import { sendDownload } from "../../../../../../../../lib/download.ts";
import { route } from "../../../../../../../../lib/http.ts";
import { getAttachment } from "../../../../../../../../operations/report/get-attachment.ts";
import { apiContext } from "../../../../../../../_server/context.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ id: string; number: string; filename: string }> };

/** A file of a batch's report, as a download. */
export const GET = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request, "GET api/v1/batches/[id]/reports/[number]/[filename]");
  const { id, number, filename } = await params;
  return sendDownload(request, await getAttachment(ctx, { batchId: id, number: Number(number), filename }));
});
