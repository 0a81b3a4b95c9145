import { route } from "../../../../../../lib/http.ts";
import { withMerrittAnswers } from "../../../../../../lib/merritt-http.ts";
import { readPathPart } from "../../../../../../lib/read-path-part.ts";
import { posterContext } from "../../../../../_server/poster.ts";
import { readVerb, takeDeposit } from "../../../../../_server/take-deposit.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ verb: string; scheme: string; shoulder: string; object: string }> };

/** A deposit whose object the address names: /poster/update/ark/1111/2222 is `ark:/1111/2222`. */
export const POST = route(
  withMerrittAnswers<Params>(async (request, { params }, reply) => {
    const { verb, scheme, shoulder, object } = await params;
    const identifier = `${[scheme, shoulder].map(readPathPart).join(":/")}/${readPathPart(object)}`;
    return takeDeposit(
      await posterContext(request, "POST poster/[verb]/[scheme]/[shoulder]/[object]"),
      request,
      reply,
      { ...readVerb(verb), identifier },
    );
  }),
);
