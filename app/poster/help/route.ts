import { helpState } from "../../../core/merritt/service-state.ts";
import { env, publicUrl } from "../../../lib/env.ts";
import { route } from "../../../lib/http.ts";
import { withMerrittAnswers } from "../../../lib/merritt-http.ts";

export const dynamic = "force-dynamic";

/** What of Merritt's API there is; no sign-in. */
export const GET = route(withMerrittAnswers(async () => ({ state: helpState(publicUrl(env())) })));
