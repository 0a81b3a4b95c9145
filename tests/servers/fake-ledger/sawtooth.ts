import * as z from "zod";
import { type Answer, json, plain } from "./answer.ts";
import { decodeBatchList } from "./decode.ts";
import { type Asked, type ProtocolAnswers, retryAfterOf } from "./protocol.ts";
import { type Known, namedOf } from "./service.ts";

const ID = /^[0-9a-f]{128}$/;

const ERRORS = {
  10: [
    500,
    "Unknown Validator Error",
    "An unknown error occurred with the validator while processing your request.",
  ],
  15: [503, "Validator Not Ready", "The validator has no genesis block, and is not yet ready to be queried."],
  17: [
    503,
    "Validator Timed Out",
    "The request timed out while waiting for a response from the validator. It may or may not have been processed.",
  ],
  18: [
    503,
    "Validator Disconnected",
    "The validator disconnected before sending a response. Try your request again later.",
  ],
  19: [408, "Submission Timed Out", "The request could not be sent to the validator in time."],
  30: [
    400,
    "Submitted Batches Invalid",
    "The submitted BatchList was rejected by the validator. It was poorly formed, or has an invalid signature.",
  ],
  31: [
    429,
    "Unable to Accept Batches",
    "The validator cannot currently accept more batches, due to a full queue. Please submit your request again.",
  ],
  34: [
    400,
    "No Batches Submitted",
    "The protobuf BatchList you submitted was empty and contained no batches.",
  ],
  35: [
    400,
    "Protobuf Not Decodable",
    "The protobuf BatchList you submitted was malformed and could not be read.",
  ],
  42: [
    400,
    "Wrong Content Type",
    "Batches must be submitted in a BatchList protobuf binary, with a 'Content-Type' header of 'application/octet-stream'.",
  ],
  43: [
    400,
    "Wrong Content Type",
    "Requests for batch statuses sent as a POST must have a 'Content-Type' header of 'application/json'.",
  ],
  46: [
    400,
    "Bad Status Request",
    "Requests for batch statuses sent as a POST must have a JSON formatted body with an array of at least one id string.",
  ],
  60: [400, "Invalid Resource Id", "Blockchain items are identified by 128 character hex-strings."],
  66: [
    400,
    "Id Query Invalid or Missing",
    "Requests for batch statuses sent as a GET request must have an 'id' query parameter with a comma-separated list of at least one id.",
  ],
} as const satisfies Record<number, readonly [number, string, string]>;

function failure(code: keyof typeof ERRORS): Answer {
  const [status, title, message] = ERRORS[code];
  return json(status, { error: { code, title, message } });
}

/** Sawtooth's REST API. Source: Sawtooth REST API specification; error codes of its rest_api/exceptions.py. */
export const SAWTOOTH: ProtocolAnswers = {
  tooLarge: () => plain(413, "Maximum request body size 10485760 exceeded, actual body size is larger"),
  read({ headers, body }) {
    if (headers["content-type"] === undefined) return plain(500, "500 Internal Server Error");
    if (headers["content-type"] !== "application/octet-stream") return failure(42);
    if (body.length === 0) return failure(34);
    const batches = decodeBatchList(body);
    if (batches === undefined) return failure(35);
    if (batches.length === 0) return failure(34);
    return batches.every(({ id }) => ID.test(id)) ? { batches } : failure(30);
  },
  taken: (batches, { base }) => {
    const ids = batches.map(({ id }) => id).join(",");
    return json(202, { link: `${base}/batch_statuses?id=${ids}` });
  },
  faulty(fault) {
    if (fault.fault === "busy") return withHeaders(failure(31), retryAfterOf(fault));
    if (fault.fault === "unavailable") return withHeaders(failure(fault.code), retryAfterOf(fault));
    if (fault.fault === "send-timeout") return failure(19);
    return failure(fault.fault === "reject" ? 30 : 10);
  },
  asked(asked) {
    return asked.method === "POST" ? askedByPost(asked) : idsOf(asked.query.get("id")?.split(",") ?? [], 66);
  },
  told: (known, { base, method }) => {
    const data = known.map(([id, state]) => statusOf(id, state));
    const link = `${base}/batch_statuses?id=${known.map(([id]) => id).join(",")}`;
    return json(200, method === "POST" ? { data } : { data, link });
  },
};

const Ids = z.array(z.string()).min(1);

function askedByPost({ headers, body }: Asked): ReturnType<ProtocolAnswers["asked"]> {
  if (headers["content-type"] !== "application/json") return failure(43);
  try {
    return idsOf(Ids.parse(JSON.parse(body.toString("utf8"))), 46);
  } catch {
    return failure(46); // no JSON, or not of that shape
  }
}

function idsOf(ids: readonly string[], none: 46 | 66): ReturnType<ProtocolAnswers["asked"]> {
  if (ids.length === 0) return failure(none);
  return ids.every((id) => ID.test(id)) ? { ids } : failure(60);
}

function statusOf(id: string, known: Known) {
  const invalid = namedOf(known).map((transactionId) => ({
    id: transactionId,
    message: known.message,
    extended_data: known.data,
  }));
  const repeated = Array.from({ length: known.repeat ?? 1 }, () => invalid).flat();
  return {
    id,
    status: known.state.toUpperCase(),
    invalid_transactions: known.state === "Invalid" ? repeated : [],
  };
}

function withHeaders(answer: Answer, headers: Readonly<Record<string, string>>): Answer {
  return { ...answer, headers: { ...answer.headers, ...headers } };
}
