import { expect, it } from "vitest";
import type { InstallationAlarmView } from "../../core/contracts/alarm-views.ts";
import { draw } from "../testing/draw.tsx";
import { AlarmBanner } from "./alarm-banner.tsx";

const alarm = (kind: string, subject = ""): InstallationAlarmView => ({
  kind,
  subject,
  message: `${kind} ${subject}.`,
  since: "2026-03-01T11:00:00Z",
  seenAt: "2026-03-01T12:00:00Z",
});
const banner = (...alarms: readonly InstallationAlarmView[]) => draw(<AlarmBanner first={alarms} />);

it("says nothing without an alarm", () => {
  expect(banner().text).toBe("");
});

it("shows each, in the order given, with the way to where it is mended", () => {
  const { text, html } = banner(alarm("disk_full", "/data"), alarm("ledgers_silent"));
  expect(text.indexOf("disk_full /data.")).toBeLessThan(text.indexOf("ledgers_silent"));
  expect(html.match(/href="[^"]*"/g)).toEqual(['href="/lanes?alarm=true"']);
});

it("is red when a person has to act, or nobody knows whether", () => {
  const isRed = (kind: string) => banner(alarm(kind)).html.includes("bg-person-soft");
  expect([isRed("disk_full"), isRed("ledgers_silent"), isRed("something_newer")]).toEqual([
    true,
    false,
    true,
  ]);
});
