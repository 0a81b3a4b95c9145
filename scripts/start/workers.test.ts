import { expect, it } from "vitest";
import { Env } from "../../lib/env.ts";
import { connectionsEach, countWorkers } from "./workers.ts";

const NEEDS = { wanted: undefined, cores: 4, allowed: 1_000, web: 11, each: 50 };

it.each([
  ["one less than there are cores", {}, 3],
  ["one on one core", { cores: 1 }, 1],
  ["one on two cores", { cores: 2 }, 1],
  ["eight on many cores", { cores: 64 }, 8],
  ["as many as were asked for", { wanted: 12 }, 12],
  // 200 - 11 - 4 = 185 = 3 * 50 + 35
  ["as many as PostgreSQL has connections for", { cores: 16, allowed: 200 }, 3],
  ["one where PostgreSQL has too few even for that", { allowed: 20 }, 1],
] as const)("starts %s", (_, given, count) => {
  expect(countWorkers({ ...NEEDS, ...given })).toEqual({ count });
});

it("says why there are fewer than were asked for, and what is to be done", () => {
  expect(countWorkers({ ...NEEDS, wanted: 4, allowed: 200 })).toEqual({
    count: 3,
    told: "PostgreSQL allows 200 connections, which is enough for 3 of 4 worker processes. Raise max_connections to 215 for all of them.",
  });
});

it("counts what a worker may open, with Redis and without", () => {
  const env = (more: object) =>
    Env.parse({ DATABASE_URL: "postgresql://localhost/x", AUTH_SECRET: "x".repeat(32), ...more });
  // worker/lines.test.ts has the 27; one listens; seven lines take 4 each
  expect(connectionsEach(env({ REDIS_URL: "redis://localhost" }))).toBe(28);
  expect(connectionsEach(env({}))).toBe(56);
});
