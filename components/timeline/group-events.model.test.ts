import { describe, expect, it } from "vitest";
import type { EventView } from "../../core/contracts/views.ts";
import { groupEvents } from "./group-events.model.ts";

function event(
  id: string,
  jobId: string | null,
  from: string | null,
  to: string,
  code: string | null = null,
): EventView {
  return {
    id,
    at: "2026-11-27T12:00:00.000Z",
    kind: "x.moved",
    batchId: "b",
    jobId,
    from,
    to,
    actor: "Waybill",
    reason: null,
    code,
  };
}

const shown = (events: readonly EventView[]) =>
  groupEvents(events).map((entry) =>
    entry.kind === "one" ? entry.event.id : `${entry.id}:${entry.events.map(({ id }) => id).join("+")}`,
  );

describe("groupEvents", () => {
  it("draws jobs that made the same move together, between two events of the batch", () => {
    expect(
      shown([
        event("9", null, "Processing", "Reporting"),
        event("8", "j1", "Notify", "Completed"),
        event("7", "j2", "Notify", "Completed"),
        event("6", "j3", "Downloading", "Failed", "source_timeout"),
        event("5", "j1", "Recording", "Notify"),
        event("4", "j2", "Recording", "Notify"),
        event("3", "j4", "Downloading", "Failed", "digest_mismatch"),
        event("2", null, "Pending", "Processing"),
        event("1", "j1", "Notify", "Completed"),
      ]),
    ).toEqual(["9", "7:8+7", "6", "4:5+4", "3", "2", "1"]);
  });

  it("keeps the id of a group that newer events join", () => {
    const [old, newer] = [event("1", "j1", null, "Pending"), event("2", "j2", null, "Pending")];
    expect(shown([newer, old])).toEqual(["1:2+1"]);
    expect(shown([event("3", "j3", null, "Pending"), newer, old])).toEqual(["1:3+2+1"]);
  });

  it("leaves nothing out", () => {
    expect(shown([])).toEqual([]);
  });
});
