import { describe, expect, it } from "vitest";
import type { BatchView, BatchWait } from "../../core/contracts/views.ts";
import { batch } from "../testing/batch.ts";
import { draw } from "../testing/draw.tsx";
import { BatchProgress } from "./batch-progress.tsx";

const drawn = (part: Partial<BatchView>, search = "") =>
  draw(<BatchProgress batch={batch(part)} />, { path: "/batches/bid-1", search });

describe("how far a batch is", () => {
  it.each<[string, Partial<BatchView>, RegExp]>([
    ["no jobs", { expanded: false }, /^Progress No jobs yet\.$/],
    ["all its jobs", { jobs: { Completed: 1, Downloading: 1 } }, /1 of 2 objects finished(?!, more)/],
    [
      "more jobs to come",
      { jobs: { Completed: 1 }, expanded: false },
      /1 of 1 object finished, more to come/,
    ],
  ])("with %s", (_, part, words) => {
    expect(drawn(part).text).toMatch(words);
  });

  it("counts bytes once their number is known and there are jobs", () => {
    const bytes = { done: "500", total: "2000" };
    expect(drawn({ jobs: { Downloading: 1 }, bytes }).text).toContain("500 bytes of 2 kB");
    expect(drawn({ bytes }).text).not.toContain("bytes");
    expect(drawn({ jobs: { Downloading: 1 } }).text).not.toContain("bytes");
  });
});

describe("what its jobs wait for", () => {
  const wait: BatchWait = {
    code: "disk_full",
    who: "operator",
    jobs: 1,
    others: 0,
    reason: "A disk is full.",
    pieces: ["A disk is full."],
  };
  const waiting = { jobs: { Provisioning: 1 }, waiting: { Provisioning: 1 } };

  it("is red when a person has to end it", () => {
    const { text, html } = drawn({ ...waiting, waits: wait });
    expect(text).toContain("A disk is full.");
    expect(html).toContain('<p class="text-person"');
  });

  it("is amber when it ends by itself", () => {
    expect(drawn({ ...waiting, waits: { ...wait, who: "nobody" } }).html).toContain('<p class="text-time"');
  });
});

describe("the legend", () => {
  const jobs = { Completed: 2, Failed: 1 };

  it("filters by a state, and shows all again when pressed a second time", () => {
    expect(drawn({ jobs }).html).toContain('href="/batches/bid-1?state=Failed"');
    const { html, buttons } = drawn({ jobs }, "state=Failed");
    expect(html).toContain('href="/batches/bid-1" aria-current="true"');
    expect(buttons).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Failed\s?1\s?job\. Show all jobs$/),
        expect.stringMatching(/^Completed\s?2\s?jobs\. Show only these$/),
      ]),
    );
  });
});
