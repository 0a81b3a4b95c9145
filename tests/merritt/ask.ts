/** Asks a look-up. `params`: the parts of the path in brackets; `as`: the header Authorization. */
export function askLookUp(
  route: unknown,
  { query = "", params = {}, as }: { query?: string; params?: object; as: string },
): Promise<Response> {
  if (!hasGet(route)) throw new Error("The route has no GET.");
  const request = new Request(`https://waybill.example.org/x${query}`, { headers: { authorization: as } });
  return route.GET(request, { params: Promise.resolve(params) });
}

type Route = { GET(request: Request, context: { params: Promise<unknown> }): Promise<Response> };

function hasGet(route: unknown): route is Route {
  return typeof route === "object" && route !== null && "GET" in route && typeof route.GET === "function";
}
