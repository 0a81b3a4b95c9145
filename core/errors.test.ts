import { describe, expect, it } from "vitest";
import { asWaybillError, WaybillError } from "./errors.ts";

const coded = (code: string) => Object.assign(new Error("the system's words"), { code });

describe("WaybillError", () => {
  it("has what it is given, and no cause where there is none", () => {
    const cause = new Error("the system's words");
    const retryAt = new Date("2026-01-31T14:00:00Z");
    const problems = [{ line: 3, code: "size_missing", message: "Line 3 has no size." }];
    const full = new WaybillError("storage_failed", "It failed.", { cause, retryAt, tries: 2, problems });
    expect(full).toMatchObject({
      code: "storage_failed",
      message: "It failed.",
      retryAt,
      tries: 2,
      problems,
    });
    expect(full.cause).toBe(cause);
    expect("cause" in new WaybillError("storage_failed", "It failed.")).toBe(false);
  });
});

describe("asWaybillError", () => {
  it("leaves one as it is", () => {
    const error = new WaybillError("unknown_collection", "There is none.");
    expect(asWaybillError(error)).toBe(error);
  });

  it.each([
    [coded("ENOSPC"), "disk_full", "A disk of Waybill's is full. An operator must free up space."],
    [coded("EDQUOT"), "disk_full", "A disk of Waybill's is full. An operator must free up space."],
    [coded("EIO"), "internal", "Waybill hit an internal error. An operator can find it in the log."],
    [new Error("ENOSPC"), "internal", "Waybill hit an internal error. An operator can find it in the log."],
    [{ code: "ENOSPC" }, "internal", "Waybill hit an internal error. An operator can find it in the log."],
    ["ENOSPC", "internal", "Waybill hit an internal error. An operator can find it in the log."],
  ])("makes %o %s, and keeps it as the cause", (error, code, message) => {
    const made = asWaybillError(error);
    expect([made.code, made.message]).toEqual([code, message]);
    expect(made.cause).toBe(error);
  });
});
