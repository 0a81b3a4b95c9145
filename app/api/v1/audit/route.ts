import { AuditQuery } from "../../../../core/contracts/audit-requests.ts";
import { sendText } from "../../../../lib/download.ts";
import { route } from "../../../../lib/http.ts";
import { readQuery } from "../../../../lib/read-request.ts";
import { exportAudit } from "../../../../operations/audit/export.ts";
import { listAudit } from "../../../../operations/audit/list.ts";
import { apiContext } from "../../../_server/context.ts";
import { root } from "../../../_server/root.ts";

export const dynamic = "force-dynamic";

/** What people did, newest first: pages of JSON, or all of it as one CSV file. */
export const GET = route(async (request) => {
  const ctx = await apiContext(request, "GET api/v1/audit");
  const query = readQuery(request, AuditQuery);
  if (query.format === "json" || request.method === "HEAD") return Response.json(await listAudit(ctx, query));
  const { person, kind, target, address, from, to } = query;
  const pieces = await exportAudit(ctx, { person, kind, target, address, from, to }, root().csv);
  return sendText(pieces, { filename: "audit.csv", mediaType: "text/csv; charset=utf-8; header=present" });
});
