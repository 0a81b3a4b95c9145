import { expect, it } from "vitest";
import type { BatchWarnings as Warnings } from "../../core/contracts/views.ts";
import { batch } from "../testing/batch.ts";
import { draw } from "../testing/draw.tsx";
import { BatchWarnings } from "./batch-warnings.tsx";

const first = { id: "job-1", ordinal: 1, filename: "a.tif", message: "It is a web page.", count: 1 };
const drawn = (warnings: Warnings) => draw(<BatchWarnings batch={batch({ warnings })} />);

it("says nothing where there are none", () => {
  expect(drawn({ jobs: 0, warnings: 0, listed: [] }).html).toBe("");
});

it("names each job with its first warning, and how many more it has", () => {
  const { text } = drawn({ jobs: 2, warnings: 4, listed: [first, { ...first, id: "job-2", count: 3 }] });
  expect(text).toContain("Accepted with 4 warnings in 2 jobs.");
  expect(text).toContain("a.tif: It is a web page. a.tif: It is a web page. And 2 more.");
  expect(text).not.toContain("the report names them all");
});

it("says how many jobs it leaves out", () => {
  expect(drawn({ jobs: 22, warnings: 22, listed: [first] }).text).toContain(
    "And 21 more jobs; the report names them all.",
  );
});
