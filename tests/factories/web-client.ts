/** A route module, as Next calls it. */
type RouteModule = Readonly<Record<string, unknown>>;
type Handler = (request: Request, context: { params: Promise<unknown> }) => Promise<Response>;

/** What a request carries beside method and path. `origin`: null for none. */
export type Ask = {
  readonly cookie?: string;
  readonly token?: string;
  readonly origin?: string | null;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

const ORIGIN = "http://127.0.0.1:3000";

/** Calls a route's handler as a browser on Waybill's own page would. `params`: the parts of the path in brackets. */
export async function ask(
  module: RouteModule,
  request: string,
  given: Ask = {},
  params: Readonly<Record<string, string | readonly string[]>> = {},
): Promise<Response> {
  const [method = "GET", path = "/"] = request.split(" ");
  const headers = new Headers({ host: "127.0.0.1:3000", ...given.headers });
  if (given.cookie !== undefined) headers.set("cookie", given.cookie);
  if (given.token !== undefined) headers.set("authorization", `Bearer ${given.token}`);
  if (given.origin !== null) headers.set("origin", given.origin ?? ORIGIN);
  const hasBody = given.body !== undefined;
  if (hasBody) headers.set("content-type", "application/json");
  const handler = module[method];
  if (!isHandler(handler)) throw new Error(`The route has no ${method}.`);
  const init = { method, headers, ...(hasBody && { body: JSON.stringify(given.body) }) };
  return handler(new Request(ORIGIN + path, init), { params: Promise.resolve(params) });
}

function isHandler(value: unknown): value is Handler {
  return typeof value === "function";
}

/** The cookies an answer sets, as the next request sends them. */
export function cookieOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((line) => line.split(";")[0] ?? "")
    .join("; ");
}
