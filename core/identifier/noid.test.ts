import { describe, expect, it } from "vitest";
import { checkDigit, hasCheckDigit } from "./noid.ts";

describe("checkDigit", () => {
  it("is that of the worked example of the NOID documentation", () => {
    // 1·1+3·2+0+3·4+0+0+27·7+13·8+9·9+3·10+14·11+24·12+2·13 = 891 = 30·29+21, and q has the value 21.
    expect(checkDigit("13030/xf93gt2")).toBe("q");
  });

  it.each([
    "13030/tf5p30086k",
    "13030/m5qz2bmh",
    "13030/m5br8stc",
    "87278/s63x8hrv",
    "99166/p9qv3c95g",
    "99999/fk4cz3dh0",
    "99999/fk4gt78tq",
  ])("verifies the published ARK %s", (ark) => {
    expect(hasCheckDigit(ark)).toBe(true);
  });

  it.each(["99999/fk4test", "13030/xf93gt2p", "q", "0", ""])("does not verify %j", (zone) => {
    expect(hasCheckDigit(zone)).toBe(false);
  });
});
