import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { type ErrorCode, WaybillError } from "../core/errors.ts";
import { gridRefusal } from "./grid-http.ts";

const request = new Request("http://127.0.0.1:3000/api/grid/batches", { method: "POST" });
const refuse = (error: unknown) => gridRefusal(error, request, pino({ level: "silent" }));

describe("a refusal in the form of Grid's daemon", () => {
  it.each<[ErrorCode, number]>([
    ["batch_list_invalid", 400],
    ["unknown_lane", 400],
    ["not_a_ledger_lane", 400],
    ["unsupported_type", 400],
    ["bad_request", 400],
    ["not_signed_in", 401],
    ["not_allowed", 403],
    ["too_large", 413],
    ["too_many_requests", 429],
    ["database_unavailable", 503],
    ["internal", 500],
  ])("%s is %i", async (code, status) => {
    const response = refuse(new WaybillError(code, "That went wrong."));
    expect(response.status).toBe(status);
    expect(response.headers.get("content-type")).toContain("application/json");
    expect(await response.json()).toEqual({ status_code: status, message: expect.any(String) });
  });

  it("says when to come again", () => {
    const response = refuse(new WaybillError("database_unavailable", "Away."));
    expect(response.headers.get("retry-after")).toBe("5");
  });

  it("tells nothing of a fault nobody foresaw", async () => {
    const response = refuse(new Error("password in /etc/secret"));
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain("secret");
  });
});
