import { expect, it } from "vitest";
import { Listing } from "./container-listing.ts";

const kept = { sha256: "a", containerBytes: 1, files: 1, bytes: 1, warnings: [] };

it.each([
  ["one kept before the folder was", { bagTop: "my bag/" }, "my bag/"],
  ["one of no bag, kept before", { bagTop: null }, ""],
  ["one of a folder with metadata", { bagTop: null, folder: "f/" }, "f/"],
])("%s", (_, facts, folder) => {
  expect(Listing.parse({ ...kept, ...facts })).toMatchObject({ folder, beside: [], warningCount: 0 });
});
