import { expect, it } from "vitest";
import type { OverviewView } from "../../core/contracts/overview-views.ts";
import { overviewQuery } from "../queries/overview.ts";
import { draw, quietClient } from "../testing/draw.tsx";
import { incident, overview } from "../testing/overview.ts";
import { OverviewPage } from "./overview-page.tsx";

const RANGES = ["24 hours", "7 days", "30 days", "90 days"];

function drawn(part: Partial<OverviewView> = {}) {
  const client = quietClient();
  client.setQueryData(overviewQuery("24h").queryKey, overview(part));
  return draw(<OverviewPage />, { role: "operator", client });
}

it("says that nothing needs anybody, and offers nothing", () => {
  const { text, buttons } = drawn({
    workers: [
      { name: "worker-1", startedAt: "2026-03-01T11:00:00Z", seenAt: "2026-03-01T12:00:00Z", lacks: null },
    ],
  });
  expect(text).toContain("Nothing needs you");
  expect(text).toContain("No batch is open: all lanes are empty.");
  expect(text).toContain("Not measured yet");
  expect(buttons).toEqual(RANGES);
});

it("says that no worker runs", () => {
  expect(drawn().text).toContain("No worker is running");
});

it("has an incident as one row, with since when, how many, how fast, and one act for all", () => {
  const { text, buttons } = drawn({ incidents: { items: [incident()], isMore: false } });
  expect(text).toMatch(
    /412 jobs failed while their files were being fetched from example\.org\. Began 2 h ago.*, 12 in the last hour/,
  );
  expect(text).toContain("example.org did not answer in time.");
  expect(text).not.toContain("Nothing needs you");
  expect(buttons).toEqual([
    "first job",
    "latest job",
    "Resume 412 jobs: 412 jobs failed while their files were being fetched from example.org.",
    "Silence: 412 jobs failed while their files were being fetched from example.org.",
    ...RANGES,
  ]);
});

it("keeps what is silenced out of the list, with who silenced it and why", () => {
  const silence = { until: "2026-03-02T12:00:00Z", by: "Olga", reason: "known" };
  const { text, buttons } = drawn({ incidents: { items: [incident({ silence })], isMore: false } });
  expect(text).toContain("Nothing needs you");
  expect(text).toContain("1 silenced incident");
  expect(text).toContain("Silenced by Olga");
  expect(buttons.some((name) => name.startsWith("End silence: 412 jobs"))).toBe(true);
});

it("keeps jobs that an operator made fail apart from what needs a person", () => {
  const { text } = drawn({ incidents: { items: [incident({ code: "forced" })], isMore: false } });
  expect(text).toContain("Nothing needs you");
  expect(text).toContain("Stopped by an operator");
});

it("links each need to where it is seen to, and what only newer code knows to nowhere", () => {
  const since = "2026-03-01T10:00:00Z";
  const { text, buttons } = drawn({
    needs: [
      { kind: "disk_full", subject: "", message: "A disk is full.", since },
      { kind: "check_findings", subject: "run-1", message: "The latest check has 2 findings.", since },
      { kind: "held_batches", subject: "", message: "3 batches have been held.", since },
      { kind: "of_the_future", subject: "", message: "Something new.", since },
    ],
  });
  expect(buttons).toEqual(["Show the check", "Show the batches", ...RANGES]);
  expect(text).toContain("Something new. Began 2 h ago");
});

it("tells how full working storage is, and the slowest lanes", () => {
  const { text, buttons } = drawn({
    storage: { quotaBytes: 1_000, runningBytes: 810, uploadBytes: 20 },
    lanes: [
      {
        serviceId: "maps",
        batchId: "bid-1f0c2b34-aaaa-4bbb-8ccc-0123456789a2",
        title: null,
        state: "Pending",
        since: "2026-03-01T10:00:00Z",
      },
    ],
  });
  expect(text).toContain("810 bytes of 1 kB (81 %) reserved by running jobs");
  expect(text).toContain("Above 80 % no job gets more space until it is below 70 % again");
  expect(text).toContain("Uploads take up another 20 bytes.");
  expect(text).toContain("Looked for among the 200 oldest batches of each state");
  expect(buttons).toEqual([...RANGES, "maps", "bid-1f0c…89a2"]);
});

it("draws what came in and went through, and says it in a table too", () => {
  const points = [
    { at: "2026-03-01T10:00:00Z", accepted: 2, completed: 1_204, failed: 0, bytes: 12_400_000_123 },
    { at: "2026-03-01T11:00:00Z", accepted: 1, completed: 0, failed: 3, bytes: 0 },
  ];
  const { text, html } = drawn({ figures: { range: "24h", points } });
  expect(text).toContain("Deposits accepted3 batches");
  expect(text).toContain("Jobs completed1,204 jobs");
  expect(text).toContain("1 Mar 2026, 11:00:00 UTC 1 0 3 0 bytes");
  expect(text).toContain("1 Mar 2026, 10:00:00 UTC 2 1,204 0 12.4 GB");
  expect(html.match(/<rect [^>]*class="fill-person-solid"/g)).toHaveLength(2);
  expect(text).toContain("in steps of 1 hour. A job");
  expect(drawn({ figures: { range: "90d", points } }).text).toContain("in steps of 24 hours, ending now.");
});
