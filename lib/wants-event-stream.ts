/** Whether a request asks for server-sent events by name; a client that takes anything does not. Source: RFC 9110, 12.5.1. */
export function wantsEventStream(headers: Headers): boolean {
  return (headers.get("accept") ?? "").split(",").some((range) => {
    const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    return type === "text/event-stream" && !parameters.some((part) => /^q=0(\.0{0,3})?$/.test(part));
  });
}
