import { expect, it } from "vitest";
import { openPrometheus } from "./prometheus.ts";

const lines = (text: string) => text.split("\n").filter((line) => line.startsWith("waybill_"));
const NOTHING = { values: [], gaps: [] };

it("writes values with their labels, help and type, and leaves out what could not be read", async () => {
  const metrics = openPrometheus();
  const values = [
    { name: "waybill_seq_epoch", value: 90_311 },
    { name: "waybill_seq_cas_total", value: 90_311, labels: { result: "won" } },
    { name: "waybill_seq_cas_total", value: 7, labels: { result: "lost" } },
    { name: "waybill_seq_unsequenced_oldest_seconds", value: 0.25 },
  ] as const;
  const text = await metrics.write({ values, gaps: [] });
  const given = [
    "waybill_seq_epoch 90311",
    'waybill_seq_cas_total{result="won"} 90311',
    'waybill_seq_cas_total{result="lost"} 7',
    "waybill_seq_unsequenced_oldest_seconds 0.25",
  ];
  expect(lines(text).filter((line) => !line.includes("gap_seconds"))).toEqual(given);
  expect(text).toContain(
    "# HELP waybill_seq_epoch The seq of the latest beat.\n# TYPE waybill_seq_epoch gauge\n",
  );
  expect(text).toContain("# TYPE waybill_seq_cas_total counter\n");
  expect(text).toMatch(/^process_resident_memory_bytes \d+$/m);
  expect(text).toMatch(/^nodejs_eventloop_lag_seconds /m);
  expect(text.endsWith("\n")).toBe(true);
  // the same values again are not added up, and old ones do not stay
  expect(await metrics.write({ values, gaps: [] })).toContain("\nwaybill_seq_epoch 90311\n");
  expect(await metrics.write(NOTHING)).not.toContain("waybill_seq_epoch");
});

it("observes gaps whose numbers are given again after a restore, and none twice", async () => {
  const metrics = openPrometheus();
  const kept = { number: 7, seconds: 0.13 };
  const lost = [{ number: 9, seconds: 0.2 }, { number: 8, seconds: 0.4 }, kept];
  const since = [{ number: 8, seconds: 3 }, kept];
  // two who ask at the same time may be answered in the other order
  for (const gaps of [lost, [kept], lost, since, since]) await metrics.write({ values: [], gaps });
  expect(await metrics.write(NOTHING)).toContain("waybill_seq_takeover_gap_seconds_count 4\n");
});

it("observes each gap once", async () => {
  const metrics = openPrometheus();
  const gaps = [
    { number: 3, seconds: 0.126 },
    { number: 2, seconds: 1.1 },
  ];
  for (const given of [gaps, gaps, [{ number: 4, seconds: 0.07 }, ...gaps]])
    await metrics.write({ values: [], gaps: given });
  const text = await metrics.write(NOTHING);
  const gap = "waybill_seq_takeover_gap_seconds";
  expect(text).toContain(`${gap}_count 3\n`);
  expect(Number(/gap_seconds_sum (\S+)/.exec(text)?.[1])).toBeCloseTo(1.296, 9);
  // at most 62.5 ms, two ticks, three, a second and more
  for (const [le, count] of [
    ["0.0625", 0],
    ["0.125", 1],
    ["0.1875", 2],
    ["1", 2],
    ["2.5", 3],
    ["+Inf", 3],
  ])
    expect(text).toContain(`${gap}_bucket{le="${le}"} ${count}\n`);
});
