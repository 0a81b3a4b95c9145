import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mintArk } from "./mint-ark.ts";
import { BETANUMERIC, hasCheckDigit } from "./noid.ts";

const DEMO = { naan: "99999", shoulder: "fk4" };
const counter = fc.bigInt({ min: 0n, max: 29n ** 10n });

function zoneOf(ark: string): string {
  return ark.replace("ark:/", "");
}

describe("mintArk", () => {
  it("gives shoulder, eight betanumeric characters and a check digit", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 29n ** 8n - 1n }), (number) => {
        const ark = mintArk(DEMO, number);
        expect(ark).toMatch(/^ark:\/99999\/fk4[0-9bcdfghjkmnpqrstvwxz]{9}$/);
        expect(hasCheckDigit(zoneOf(ark))).toBe(true);
      }),
    );
  });

  it("grows by a character when the names of a width are used up", () => {
    const lengths = [29n ** 8n - 1n, 29n ** 8n, 29n ** 8n + 29n ** 9n - 1n, 29n ** 8n + 29n ** 9n].map(
      (number) => mintArk(DEMO, number).length,
    );
    expect(lengths.map((length) => length - "ark:/99999/fk4".length - 1)).toEqual([8, 9, 9, 10]);
  });

  it("keeps giving the same names, so that no counter is ever given a name twice", () => {
    expect([0n, 1n, 2n].map((number) => mintArk(DEMO, number))).toMatchInlineSnapshot(`
      [
        "ark:/99999/fk4k1q5m4rc7",
        "ark:/99999/fk4brzbwcwsn",
        "ark:/99999/fk4rfksrp062",
      ]
    `);
  });

  it("gives different counters different names", () => {
    expect(new Set(Array.from({ length: 20_000 }, (_, number) => mintArk(DEMO, BigInt(number)))).size).toBe(
      20_000,
    );
    fc.assert(
      fc.property(
        counter,
        counter,
        (left, right) => (mintArk(DEMO, left) === mintArk(DEMO, right)) === (left === right),
      ),
    );
  });

  it("gives neighbours names that do not look alike", () => {
    for (let number = 0n; number < 2_000n; number += 1n) {
      const [left, right] = [mintArk(DEMO, number), mintArk(DEMO, number + 1n)].map((ark) =>
        ark.slice("ark:/99999/fk4".length, -1),
      );
      const same = [...(left ?? "")].filter((character, place) => character === right?.[place]);
      expect(same.length, `${left} ${right}`).toBeLessThanOrEqual(4);
      expect(left?.slice(0, 3)).not.toBe(right?.slice(0, 3));
    }
  });

  it("has a check digit that finds every single wrong character", () => {
    fc.assert(
      fc.property(counter, fc.nat(), fc.constantFrom(...BETANUMERIC), (number, at, character) => {
        const zone = zoneOf(mintArk(DEMO, number));
        const place = at % zone.length;
        fc.pre(zone[place] !== "/" && zone[place] !== character);
        expect(hasCheckDigit(zone.slice(0, place) + character + zone.slice(place + 1))).toBe(false);
      }),
    );
  });

  it("has a check digit that finds every swap of neighbours", () => {
    fc.assert(
      fc.property(counter, fc.nat(), (number, at) => {
        const zone = zoneOf(mintArk(DEMO, number));
        const place = at % (zone.length - 1);
        const [left, right] = [zone.charAt(place), zone.charAt(place + 1)];
        fc.pre(left !== right && left !== "/" && right !== "/");
        expect(hasCheckDigit(zone.slice(0, place) + right + left + zone.slice(place + 2))).toBe(false);
      }),
    );
  });

  it("leaves room for the check digit, to the last character", () => {
    const zone = zoneOf(mintArk({ naan: "99999", shoulder: "bcdfghjkmnpq4" }, 0n));
    expect([zone.length, hasCheckDigit(zone)]).toEqual([28, true]);
  });

  it.each([
    [{ naan: "9999a", shoulder: "fk4" }, 0n],
    [{ naan: "", shoulder: "fk4" }, 0n],
    [{ naan: "99999", shoulder: "FK4" }, 0n],
    [{ naan: "99999", shoulder: "l0" }, 0n],
    [{ naan: "99999", shoulder: "fk4/" }, 0n],
    [{ naan: "a9999", shoulder: "fk4" }, 0n],
    [{ naan: "12345678901234567", shoulder: "" }, 0n],
    [{ naan: "99999", shoulder: "bcdfghjkmnpqr4" }, 0n],
    [DEMO, -1n],
  ])("refuses %j", (shoulder, number) => {
    expect(() => mintArk(shoulder, number)).toThrow(expect.objectContaining({ code: "bad_identifier" }));
  });
});
