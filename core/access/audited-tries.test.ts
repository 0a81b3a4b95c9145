import { describe, expect, it } from "vitest";
import { AuditedTries } from "./audited-tries.ts";

const HOUR = 3_600_000;

/** Which of `many` tries are told. */
function toldOf(tries: AuditedTries, many: number, name: (n: number) => string, nowMs = 0): string[] {
  const told: string[] = [];
  for (let n = 1; n <= many; n += 1) {
    const row = tries.note(name(n), nowMs);
    if (row) told.push(`${row.of} ${row.tries}`);
  }
  return told;
}

describe("AuditedTries", () => {
  it("tells the first ten of a name in an hour, then the hundredth and the thousandth", () => {
    const told = toldOf(new AuditedTries(), 1500, () => "ada");
    expect(told).toEqual([
      ...["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "100", "1000"].map((n) => `name ${n}`),
    ]);
  });

  it("counts each name by itself", () => {
    const tries = new AuditedTries();
    toldOf(tries, 50, () => "ada");
    expect(tries.note("bob", 0)).toEqual({ tries: 1, of: "name" });
  });

  it("counts anew after an hour", () => {
    const tries = new AuditedTries();
    toldOf(tries, 50, () => "ada");
    expect(tries.note("ada", HOUR - 1)).toBeUndefined();
    expect(tries.note("ada", HOUR)).toEqual({ tries: 1, of: "name" });
  });

  it("tells 1,000 of many names, then all further ones as one", () => {
    const tries = new AuditedTries();
    const told = toldOf(tries, 3000, (n) => `guess ${n}`);
    expect(told.filter((row) => row === "name 1")).toHaveLength(1000);
    expect(told.slice(1000)).toEqual(["all 1", "all 10", "all 100", "all 1000"]);
    expect(tries.note("ada", HOUR)).toEqual({ tries: 1, of: "name" });
  });
});
