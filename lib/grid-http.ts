import { knownError } from "./problem.ts";

/**
 * A handler that answers what a client did wrong as Grid's REST API does, `{"status_code","message"}`; give it to
 * `route`, which sees to everything else. Source: Grid's REST API, ErrorResponse.
 */
export function withGridErrors(handler: (request: Request) => Promise<Response>): typeof handler {
  return async (request) => {
    try {
      return await handler(request);
    } catch (error) {
      const { entry, message } = knownError(error);
      if (entry.family === "system") throw error;
      return Response.json({ status_code: entry.status, message }, { status: entry.status });
    }
  };
}
