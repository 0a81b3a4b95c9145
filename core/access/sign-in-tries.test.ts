import { describe, expect, it } from "vitest";
import { SignInTries, type Trier, type Try } from "./sign-in-tries.ts";

const ada: Trier = {
  email: "ada@example.org",
  host: "10.0.0.1/32",
  network: "10.0.0.0/24",
  device: undefined,
};

/** What became of so many tries, one a second from `fromS` on: the wait in seconds, 0 for those that may be made. */
function waits(
  tries: SignInTries,
  count: number,
  who: (n: number) => Trier,
  fromS = 0,
  everyMs = 1000,
): number[] {
  return Array.from({ length: count }, (_, n) => {
    const tried = tries.take(who(n), fromS * 1000 + n * everyMs);
    return tried.kind === "wait" ? tried.waitMs / 1000 : 0;
  });
}

function right(tried: Try): void {
  if (tried.kind === "go") tried.right();
}

describe("wrong passwords", () => {
  it("are ten for one account from one network, by whichever of its addresses", () => {
    const tries = new SignInTries();
    const from = (n: number) => ({ ...ada, host: `10.0.0.${n}/32` });
    expect(waits(tries, 12, from)).toEqual([...Array(10).fill(0), 290, 289]);
    expect(waits(tries, 1, () => ada, 299)).toEqual([1]);
    expect(waits(tries, 1, () => ada, 300)).toEqual([0]);
  });

  it("from one network lock nobody out in another", () => {
    const tries = new SignInTries();
    const elsewhere = { ...ada, host: "10.0.1.1/32", network: "10.0.1.0/24" };
    waits(tries, 50, () => ada, 0, 10);
    expect(waits(tries, 1, () => elsewhere, 1)).toEqual([0]);
  });

  it("are ten in 10 s from one address, for however many accounts, which count for none of the rest", () => {
    const tries = new SignInTries();
    const whoever = (n: number) => ({ ...ada, email: n < 10 ? `${n}@example.org` : ada.email });
    expect(waits(tries, 30, whoever, 0, 100)).toEqual([
      ...Array(10).fill(0),
      ...Array.from({ length: 20 }, (_, n) => (9000 - n * 100) / 1000),
    ]);
    expect(waits(tries, 10, () => ada, 10, 500)).toEqual(Array(10).fill(0));
  });

  it("of whom nobody knows the address share one count", () => {
    const tries = new SignInTries();
    const hidden = (n: number) => ({
      email: `${n}@example.org`,
      host: undefined,
      network: undefined,
      device: undefined,
    });
    expect(waits(tries, 11, hidden, 0, 0)).toEqual([...Array(10).fill(0), 10]);
  });
});

describe("a device that has signed in before", () => {
  const known = { ...ada, device: "d1" };

  it("is not refused, whoever guesses beside it", () => {
    const tries = new SignInTries();
    waits(tries, 50, () => ada, 0, 10);
    expect(tries.take(known, 600)).toMatchObject({ kind: "go", isKnown: true });
  });

  it("has ten wrong ones of its own, then those of everybody", () => {
    const tries = new SignInTries();
    expect(waits(tries, 22, () => known)).toEqual([...Array(20).fill(0), 290, 289]);
  });

  it("is known for its own account alone", () => {
    const tries = new SignInTries();
    waits(tries, 10, () => known);
    const other = { ...known, email: "bob@example.org", host: "10.0.7.1/32", network: "10.0.7.0/24" };
    expect(tries.take(other, 10_000)).toMatchObject({ kind: "go", isKnown: true });
    expect(tries.take({ ...known, device: "d2" }, 10_000)).toMatchObject({ kind: "go", isKnown: true });
    expect(waits(tries, 9, () => other, 10)).toEqual(Array(9).fill(0));
  });
});

it("right passwords count for nobody", () => {
  const tries = new SignInTries();
  for (let n = 0; n < 40; n += 1) right(tries.take(n % 2 ? ada : { ...ada, device: "d1" }, n));
  expect(tries.take({ ...ada, device: "d1" }, 1000)).toMatchObject({ kind: "go", isKnown: true });
  expect(tries.take(ada, 1000)).toMatchObject({ kind: "go", isKnown: false });
  expect(waits(tries, 9, () => ada, 1, 1)).toEqual(Array(9).fill(0));
});
