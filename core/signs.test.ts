import { describe, expect, it } from "vitest";
import {
  CONTROLS,
  CONTROLS_BUT_TAB,
  CONTROLS_OF_NO_TEXT,
  eachOf,
  groupOf,
  oneOf,
  runsOf,
  SEPARATORS,
  SPACES,
  TURNS,
  UNKEPT,
  UNSEEN,
} from "./signs.ts";

const BMP = Array.from({ length: 0x1_0000 }, (_, unit) => String.fromCharCode(unit));
const inAll = (...groups: readonly string[]) => BMP.filter((sign) => oneOf(...groups).test(sign));

describe("groups of characters", () => {
  it("of controls are those of Unicode, less what is named", () => {
    const controls = inAll(CONTROLS);
    // U+0000 to U+001F, U+007F, U+0080 to U+009F
    expect(controls).toHaveLength(65);
    expect(inAll(CONTROLS_BUT_TAB)).toEqual(controls.filter((sign) => sign !== "\t"));
    expect(inAll(CONTROLS_OF_NO_TEXT)).toEqual(controls.filter((sign) => !"\t\n\r".includes(sign)));
  });

  it("of what turns direction are the twelve of UAX #9, seen by nobody", () => {
    // ALM, LRM, RLM, LRE, RLE, PDF, LRO, RLO, LRI, RLI, FSI, PDI
    expect(inAll(TURNS)).toHaveLength(12);
    expect(inAll(TURNS).every((sign) => oneOf(groupOf(UNSEEN)).test(sign))).toBe(true);
  });

  it("of what the database cannot keep are NUL and lone halves", () => {
    expect(inAll(UNKEPT)).toHaveLength(1 + 0x800);
    expect(oneOf(UNKEPT).test("\u{1f5fa}")).toBe(false);
  });

  it("of spaces are Unicode's, less U+0020", () => {
    expect(inAll(groupOf(SPACES))).toEqual(inAll("\\p{Zs}").filter((sign) => sign !== " "));
  });

  it("are replaced one by one, or by the run", () => {
    expect("a\u2028\u0007b".replace(eachOf(CONTROLS, SEPARATORS), "-")).toBe("a--b");
    expect("a\u2028\u0007b".replace(runsOf(CONTROLS, SEPARATORS), "-")).toBe("a-b");
  });
});
