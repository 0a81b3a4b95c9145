import { expect, it } from "vitest";
import { findDevice, markDevice } from "./known-device.ts";

const DAY_MS = 86_400_000;
const signing = { secret: "s".repeat(32), nowMs: 1_800_000_000_000 };
const ada = markDevice(undefined, "ada@example.org", { ...signing, id: "d1" });

it("a device is known for the account it signed in to, for a year, to whoever has the secret", () => {
  expect(findDevice(ada, "ada@example.org", signing)).toBe("d1");
  expect(findDevice(ada, "ada@example.org", { ...signing, nowMs: signing.nowMs + 365 * DAY_MS })).toBe("d1");
  expect(findDevice(ada, "bob@example.org", signing)).toBeUndefined();
  expect(findDevice(ada, "ada@example.org", { ...signing, secret: "t".repeat(32) })).toBeUndefined();
  expect(
    findDevice(ada, "ada@example.org", { ...signing, nowMs: signing.nowMs + 365 * DAY_MS + 1000 }),
  ).toBeUndefined();
});

it("a mark says nothing of its account", () => {
  expect(ada).toMatch(/^d1\.1800000000\.[\w-]{43}$/);
  expect(markDevice(undefined, "bob@example.org", { ...signing, id: "d1" })).not.toBe(ada);
});

it("a device keeps the marks of its last five accounts, one for each", () => {
  let cookie: string | undefined;
  for (const name of ["a", "b", "c", "c", "d", "e", "f"])
    cookie = markDevice(cookie, name, { ...signing, id: name });
  expect(["a", "b", "c", "d", "e", "f"].map((name) => findDevice(cookie, name, signing))).toEqual([
    undefined,
    "b",
    "c",
    "d",
    "e",
    "f",
  ]);
});

it.each([undefined, "", "x", "d1", `${ada}x`, `x${ada}`, ada.replace("1800", "1900"), "~~~~~~"])(
  "%j is no mark",
  (cookie) => {
    expect(findDevice(cookie, "ada@example.org", signing)).toBeUndefined();
  },
);
