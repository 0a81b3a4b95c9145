import { PersonRequest } from "../../../../core/contracts/requests.ts";
import { route } from "../../../../lib/http.ts";
import { readJson } from "../../../../lib/read-request.ts";
import { createPerson } from "../../../../operations/person/create.ts";
import { listPeople } from "../../../../operations/person/list.ts";
import { apiContext } from "../../../_server/context.ts";

export const dynamic = "force-dynamic";

/** Everybody who can sign in, by name. */
export const GET = route(async (request) => Response.json(await listPeople(await apiContext(request))));

/** Make a person who can sign in. */
export const POST = route(async (request) => {
  const ctx = await apiContext(request);
  return Response.json(await createPerson(ctx, await readJson(request, PersonRequest)), { status: 201 });
});
