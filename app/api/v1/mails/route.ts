import { PageQuery } from "../../../../core/contracts/requests.ts";
import { route } from "../../../../lib/http.ts";
import { readQuery } from "../../../../lib/read-request.ts";
import { listMails } from "../../../../operations/mail/list.ts";
import { apiContext } from "../../../_server/context.ts";

export const dynamic = "force-dynamic";

/** Mails of the outbox, newest first. */
export const GET = route(async (request) =>
  Response.json(
    await listMails(await apiContext(request, "GET api/v1/mails"), readQuery(request, PageQuery)),
  ),
);
