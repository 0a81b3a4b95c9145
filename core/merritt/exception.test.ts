import { describe, expect, it } from "vitest";
import { ERRORS, type ErrorCode, WaybillError } from "../errors.ts";
import { merrittException } from "./exception.ts";

describe("merrittException", () => {
  it.each<[ErrorCode, number, string]>([
    ["bad_form", 400, "REQUEST_INVALID"],
    ["no_payload", 400, "REQUEST_INVALID"],
    ["manifest_invalid", 400, "REQUEST_INVALID"],
    ["container_unsupported", 400, "REQUEST_INVALID"],
    ["payload_size_mismatch", 400, "REQUEST_INVALID"],
    ["payload_digest_mismatch", 400, "FIXITY_CHECK_FAILS"],
    ["not_signed_in", 401, "USER_NOT_AUTHENTICATED"],
    ["not_allowed", 403, "USER_NOT_AUTHORIZED"],
    ["unknown_collection", 404, "REQUESTED_ITEM_NOT_FOUND"],
    ["not_found", 404, "REQUESTED_ITEM_NOT_FOUND"],
    ["signed_batches_only", 409, "REQUEST_INVALID"],
    ["too_large", 413, "REQUEST_INVALID"],
    ["unsupported_type", 415, "REQUEST_ELEMENT_UNSUPPORTED"],
    ["too_many_requests", 429, "REQUEST_INVALID"],
    ["internal", 500, "GENERAL_EXCEPTION"],
    ["database_unavailable", 503, "EXTERNAL_SERVICE_UNAVAILABLE"],
    ["disk_full", 507, "GENERAL_EXCEPTION"],
  ])("%s is %i %s", (code, status, name) => {
    const told = merrittException(new WaybillError(code, "A sentence."));
    expect(told.status).toBe(status);
    expect(told.state).toMatchObject({
      name: `tException.${name}`,
      pieces: { statusName: name, hTTPResponse: status },
    });
  });

  it("says the sentence, every problem with its line, and the words Merritt has for the kind", () => {
    const problems = [
      { line: 7, code: "a", message: "The size is not a number." },
      { line: 0, code: "b", message: "The manifest ends early." },
    ];
    const error = new WaybillError("manifest_invalid", "The manifest cannot be used.", { problems });
    expect(merrittException(error).state.pieces).toEqual({
      status: "REQUEST_INVALID",
      statusName: "REQUEST_INVALID",
      description: "User/request supplied required parm is missing or invalid",
      statusDescription: "User/request supplied required parm is missing or invalid",
      detail: "Line 7: The size is not a number.\nThe manifest ends early.",
      error: "The manifest cannot be used.",
      code: "manifest_invalid",
      instance: null,
      hTTPResponse: 400,
    });
  });

  it("repeats the sentence as the detail where there are no problems", () => {
    const told = merrittException(new WaybillError("not_found", "There is no such batch."));
    expect(told.state.pieces).toMatchObject({ detail: "There is no such batch." });
  });

  it("never answers 422, which Merritt's clients do not know", () => {
    for (const code of Object.keys(ERRORS) as ErrorCode[])
      expect(merrittException(new WaybillError(code, "x")).status).not.toBe(422);
  });
});
