import { WaybillError } from "../../../core/errors.ts";
import { route } from "../../../lib/http.ts";
import { withMerrittAnswers } from "../../../lib/merritt-http.ts";

export const dynamic = "force-dynamic";

const nothing = route(
  withMerrittAnswers(async () => {
    throw new WaybillError("not_found", "There is nothing here. GET /poster/help lists what there is.");
  }),
);

/** Every address below /poster that no other route answers. */
export { nothing as DELETE, nothing as GET, nothing as POST, nothing as PUT };
