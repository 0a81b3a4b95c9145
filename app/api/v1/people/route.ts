import { InviteRequest } from "../../../../core/contracts/account-requests.ts";
import { route } from "../../../../lib/http.ts";
import { readJson } from "../../../../lib/read-request.ts";
import { invitePerson } from "../../../../operations/person/invite.ts";
import { listPeople } from "../../../../operations/person/list.ts";
import { apiContext } from "../../../_server/context.ts";

export const dynamic = "force-dynamic";

/** Everybody who has an account, by name. */
export const GET = route(async (request) =>
  Response.json(await listPeople(await apiContext(request, "GET api/v1/people"))),
);

/** Invite someone: an account, and a link to choose a password. */
export const POST = route(async (request) => {
  const ctx = await apiContext(request, "POST api/v1/people");
  return Response.json(await invitePerson(ctx, await readJson(request, InviteRequest)), { status: 201 });
});
