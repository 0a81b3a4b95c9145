import { WaybillError } from "../../../core/errors.ts";
import { route } from "../../../lib/http.ts";

export const dynamic = "force-dynamic";

const nothing = route(async (request) => {
  const { pathname } = new URL(request.url);
  throw new WaybillError("not_found", `There is nothing at ${pathname.slice(0, 200)}.`);
});

/** Every address of the API that no other route answers. */
export { nothing as DELETE, nothing as GET, nothing as PATCH, nothing as POST, nothing as PUT };
