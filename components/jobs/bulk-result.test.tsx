import { describe, expect, it } from "vitest";
import type { Refusal } from "../../core/contracts/bulk-views.ts";
import { draw } from "../testing/draw.tsx";
import { BulkRefusals } from "./bulk-refusals.tsx";
import { BulkResult } from "./bulk-result.tsx";

const refused = (jobs: number): readonly Refusal[] =>
  Array.from({ length: jobs }, (_, at) => ({
    jobId: `job-${at}`,
    code: "stale_state",
    message: "It has moved.",
  }));
const result = (jobs: number) =>
  draw(
    <BulkResult
      act="requeue"
      result={{ done: 12, refused: refused(jobs), more: false }}
      onClose={() => undefined}
    />,
  );

describe("what came of an act on many jobs", () => {
  it("is only said when none was refused", () => {
    const { text, buttons } = result(0);
    expect(text).toBe("12 jobs resumed. Close");
    expect(buttons).toEqual(["Close"]);
  });

  it("comes with the refused ones, to be saved", () => {
    const { text, buttons } = result(2);
    expect(text).toContain("12 jobs resumed, 2 jobs refused.");
    expect(text).toContain("Refused: 2 jobs It has moved. stale_state");
    expect(buttons).toEqual(["job-0", "job-1", "Save refused jobs as CSV", "Close"]);
  });
});

it("links a hundred of those refused for one reason, and counts the others", () => {
  const { text, buttons } = draw(<BulkRefusals title="Will be refused" refused={refused(1_305)} />);
  expect(buttons).toHaveLength(100);
  expect(text).toContain("Will be refused: 1,305 jobs");
  expect(text).toContain("job-99 and 1,205 more");
});
