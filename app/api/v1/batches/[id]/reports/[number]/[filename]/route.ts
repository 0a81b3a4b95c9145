import { sendDownload } from "../../../../../../../../lib/download.ts";
import { route } from "../../../../../../../../lib/http.ts";
import { readerWay } from "../../../../../../../../lib/reader-way.ts";
import { getAttachment } from "../../../../../../../../operations/report/get-attachment.ts";
import { apiContext } from "../../../../../../../_server/context.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ id: string; number: string; filename: string }> };

/** A file of a batch's report, as a download. Mails link to it, so a reader who is not signed in is led to do that. */
export const GET = route(async (request, { params }: Params) => {
  const { id, number, filename } = await params;
  try {
    const ctx = await apiContext(request, "GET api/v1/batches/[id]/reports/[number]/[filename]");
    return await sendDownload(
      request,
      await getAttachment(ctx, { batchId: id, number: Number(number), filename }),
    );
  } catch (error) {
    const way = readerWay(request, error, `/batches/${encodeURIComponent(id)}`);
    if (way) return way;
    throw error;
  }
});
