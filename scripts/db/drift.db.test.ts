import { expect, inject, test } from "vitest";
import { findDrift } from "./drift.ts";

test("the migrations make exactly what prisma/schema describes", async () => {
  expect(await findDrift(inject("postgres"))).toEqual([]);
});
