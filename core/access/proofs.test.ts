import { describe, expect, it } from "vitest";
import { Proofs } from "./proofs.ts";

/** Counts how often it is asked. */
function checking(answer: boolean) {
  const count = {
    asked: 0,
    check: async () => {
      count.asked += 1;
      return answer;
    },
  };
  return count;
}

describe("Proofs", () => {
  it("checks what was right again only after a while", async () => {
    const proofs = new Proofs(1000);
    const right = checking(true);
    for (const nowMs of [0, 1, 999]) expect(await proofs.isRight("a", nowMs, right.check)).toBe(true);
    expect(right.asked).toBe(1);
    expect(await proofs.isRight("a", 1000, right.check)).toBe(true);
    expect(right.asked).toBe(2);
  });

  it("checks what was wrong, and what failed, every time", async () => {
    const proofs = new Proofs(1000);
    const wrong = checking(false);
    for (const nowMs of [0, 1]) expect(await proofs.isRight("a", nowMs, wrong.check)).toBe(false);
    expect(wrong.asked).toBe(2);
    const fail = async () => {
      throw new Error("too many");
    };
    await expect(proofs.isRight("a", 2, fail)).rejects.toThrow("too many");
    expect(await proofs.isRight("a", 3, checking(true).check)).toBe(true);
  });

  it("checks once for all who ask at the same time, and each key for itself", async () => {
    const proofs = new Proofs(1000);
    const [one, other] = [checking(true), checking(false)];
    const answers = await Promise.all([
      ...Array.from({ length: 50 }, () => proofs.isRight("one", 0, one.check)),
      proofs.isRight("other", 0, other.check),
    ]);
    expect(answers).toEqual([...Array(50).fill(true), false]);
    expect([one.asked, other.asked]).toEqual([1, 1]);
  });

  it("keeps the newest 1,000", async () => {
    const proofs = new Proofs(1_000_000);
    for (let n = 0; n <= 1000; n += 1) await proofs.isRight(`key-${n}`, n, checking(true).check);
    const [first, second, last] = [checking(true), checking(true), checking(true)];
    await proofs.isRight("key-1", 2000, second.check);
    await proofs.isRight("key-1000", 2000, last.check);
    await proofs.isRight("key-0", 2000, first.check);
    expect([first.asked, second.asked, last.asked]).toEqual([1, 0, 0]);
  });

  it("drops what is too old before what still counts", async () => {
    const proofs = new Proofs(1000);
    const again = checking(true);
    for (const key of ["key-0", "key-1"]) await proofs.isRight(key, 0, checking(true).check);
    // key-1 is the only old one among 1,000, and key-0 the first of them
    for (let n = 0; n < 1000; n += 1)
      if (n !== 1) await proofs.isRight(`key-${n}`, 1000, checking(true).check);
    await proofs.isRight("one more", 1000, checking(true).check);
    await proofs.isRight("key-0", 1001, again.check);
    expect(again.asked).toBe(0);
  });

  it("keeps what was found right while an older check was still under way", async () => {
    const proofs = new Proofs(1000);
    const again = checking(true);
    let end = (_: boolean) => {};
    const slow = proofs.isRight("a", 0, () => new Promise((resolve) => (end = resolve)));
    await proofs.isRight("a", 1000, checking(true).check);
    end(false);
    expect(await slow).toBe(false);
    expect(await proofs.isRight("a", 1001, again.check)).toBe(true);
    expect(again.asked).toBe(0);
  });
});
