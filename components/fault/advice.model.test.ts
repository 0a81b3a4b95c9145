import { describe, expect, it } from "vitest";
import { ERRORS, type ErrorCode } from "../../core/errors.ts";
import { advise } from "./advice.model.ts";

const codes = Object.keys(ERRORS) as ErrorCode[];

describe("advise", () => {
  it("has its own sentence for everything the content can be wrong with", () => {
    for (const code of codes.filter((candidate) => ERRORS[candidate].family === "content")) {
      expect(advise({ code, who: ERRORS[code].who }).act, code).not.toBe(
        advise({ code: "?", who: ERRORS[code].who }).act,
      );
    }
  });

  it.each([
    [{ code: "digest_mismatch", who: "depositor" }, "You or the depositor", /Correct the digest/],
    [{ code: "disk_full", who: "operator" }, "Operator", /makes room/],
    [{ code: "not_known_yet", who: "nobody" }, "Nobody", /by itself/],
    [{ code: "constructor_of", who: "operator" }, "Operator", /Look at the cause/],
  ] as const)("%j", (fault, who, act) => {
    expect(advise(fault).who).toBe(who);
    expect(advise(fault).act).toMatch(act);
  });
});
