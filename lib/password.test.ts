import { expect, it } from "vitest";
import { fitsPassword, hashPassword } from "./password.ts";

it("hashes with Argon2id, 46 MiB, one pass, one lane, and salts", async () => {
  const [one, other] = [
    await hashPassword("correct horse battery"),
    await hashPassword("correct horse battery"),
  ];
  expect(one).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/);
  expect(one).not.toBe(other);
});

it("knows the right password from others", async () => {
  const kept = await hashPassword("correct horse battery");
  expect(await fitsPassword(kept, "correct horse battery")).toBe(true);
  expect(await fitsPassword(kept, "Correct horse battery")).toBe(false);
});

it.each(["", "correct horse battery", "$argon2id$v=19$broken", "$2b$10$abc"])(
  "takes %j for no hash",
  async (kept) => {
    expect(await fitsPassword(kept, "correct horse battery")).toBe(false);
  },
);
