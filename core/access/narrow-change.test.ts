import { describe, expect, it } from "vitest";
import { narrowChange } from "./narrow-change.ts";
import type { Actor, Role } from "./roles.ts";

const actor = (role: Role, grants: readonly string[] = []): Actor => ({
  id: "p1",
  name: "Ada",
  role,
  via: "session",
  grants,
});
const HOMES: Readonly<Record<string, string>> = { b1: "maps", j1: "maps", b2: "films", j2: "films" };
const collectionOf = (id: string) => HOMES[id];
const quiet = { mails: false, lanes: false, collections: false, tasks: false, more: false };
const change = { ...quiet, batches: ["b1", "b2", "unknown"], jobs: ["j1", "j2"], mails: true };

describe("narrowChange", () => {
  it.each(["admin", "operator"] as const)("tells an %s everything", (role) => {
    expect(narrowChange(change, actor(role), collectionOf)).toEqual({
      batches: ["b1", "b2", "unknown"],
      jobs: ["j1", "j2"],
      mails: true,
    });
  });

  it("tells a viewer all but the mails", () => {
    expect(narrowChange(change, actor("viewer"), collectionOf)?.mails).toBe(false);
  });

  it("tells a depositor only of granted collections, and of nothing whose collection is unknown", () => {
    expect(narrowChange(change, actor("depositor", ["maps"]), collectionOf)).toEqual({
      batches: ["b1"],
      jobs: ["j1"],
      mails: false,
    });
  });

  it("tells nothing when nothing is left, nor that there was more", () => {
    expect(narrowChange({ ...change, more: true }, actor("depositor"), collectionOf)).toBeUndefined();
    expect(narrowChange(change, actor("depositor", ["books"]), collectionOf)).toBeUndefined();
  });

  it("passes on that there was more", () => {
    const more = { batches: [], jobs: [], mails: false, more: true };
    expect(narrowChange({ ...quiet, ...more }, actor("depositor", ["maps"]), collectionOf)).toEqual(more);
  });

  it.each(["lanes", "collections"] as const)(
    "tells of %s whoever can read anything, without a name",
    (what) => {
      const acted = { ...quiet, batches: [], jobs: [], [what]: true };
      const told = { batches: [], jobs: [], mails: false, [what]: true };
      expect(narrowChange(acted, actor("viewer"), collectionOf)).toEqual(told);
      expect(narrowChange(acted, actor("depositor", ["maps"]), collectionOf)).toEqual(told);
      expect(narrowChange(acted, actor("depositor"), collectionOf)).toBeUndefined();
    },
  );

  it.each([
    ["operator", true],
    ["viewer", false],
    ["depositor", false],
  ] as const)("tells the %s of tasks: %s", (role, isTold) => {
    const moved = { ...quiet, batches: [], jobs: [], tasks: true };
    const told = isTold ? { batches: [], jobs: [], mails: false, tasks: true } : undefined;
    expect(narrowChange(moved, actor(role, ["maps"]), collectionOf)).toEqual(told);
  });
});
