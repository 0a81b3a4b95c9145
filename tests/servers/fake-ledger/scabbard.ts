import { json, plain } from "./answer.ts";
import { decodeBatchList } from "./decode.ts";
import { type Asked, type ProtocolAnswers, retryAfterOf } from "./protocol.ts";
import { type Known, namedOf } from "./service.ts";

/** Scabbard's REST API as Splinter serves it. Source: Splinter's rest_api of scabbard. */
export const SCABBARD: ProtocolAnswers = {
  tooLarge: () => json(413, { message: "Payload Too Large" }),
  read(asked) {
    const refusal = refusedVersion(asked);
    if (refusal) return refusal;
    const batches = decodeBatchList(asked.body);
    if (batches === undefined) return json(400, { message: "Invalid body: not a valid list of batches" });
    return batches.length > 0 ? { batches } : json(400, { message: "No valid batches provided" });
  },
  taken: (batches, { base }) => {
    const ids = batches.map(({ id }) => id).join(",");
    return json(202, { link: `${new URL(base).pathname}/batch_statuses?ids=${ids}` });
  },
  faulty(fault) {
    if (fault.fault === "busy") return { status: 429, headers: retryAfterOf(fault) };
    if (fault.fault === "unavailable")
      return { ...plain(503, "Service Unavailable"), headers: retryAfterOf(fault) };
    if (fault.fault === "send-timeout") return json(408, { message: "Timed out" });
    if (fault.fault === "reject") return json(400, { message: "No valid batches provided" });
    return json(500, { message: "An internal error occurred" });
  },
  asked(asked) {
    const refusal = refusedVersion(asked);
    if (refusal) return refusal;
    const ids = asked.query.get("ids")?.split(",") ?? [];
    return ids.length > 0 ? { ids } : json(400, { message: "Query parameter 'ids' is required" });
  },
  // A hash set's order: any but the one asked for.
  told: (known) =>
    json(
      200,
      known.toReversed().map(([id, state]) => statusOf(id, state)),
    ),
};

function refusedVersion({ headers }: Asked) {
  const version = headers.splinterprotocolversion;
  if (version === undefined || version === "1") return undefined;
  return json(400, {
    message: "Client must support protocol version 1",
    requested_protocol: version,
    splinter_protocol: "1",
  });
}

function statusOf(id: string, known: Known) {
  return { id, status: { statusType: known.state, message: messageOf(known) }, timestamp: timestamp() };
}

function messageOf(known: Known) {
  const { state, transactionIds, message, data } = known;
  if (state === "Unknown" || state === "Pending") return [];
  if (state !== "Invalid") return transactionIds.map((id) => ({ transaction_id: id }));
  return namedOf(known).map((id) => ({
    transaction_id: id,
    error_message: message,
    error_data: [...Buffer.from(data ?? "", "base64")],
  }));
}

function timestamp() {
  const ms = Date.now();
  return { secs_since_epoch: Math.floor(ms / 1_000), nanos_since_epoch: (ms % 1_000) * 1_000_000 };
}
