import { expect, it } from "vitest";
import type { HoldView } from "../../core/contracts/views.ts";
import { draw } from "../testing/draw.tsx";
import { IntakeBanner } from "./intake-banner.tsx";

const HELD: HoldView = { at: "2026-03-01T11:00:00Z", by: "Grace", reason: "Stocktaking", until: null };
const banner = (held: HoldView | null, mayHold: boolean) => draw(<IntakeBanner first={{ held, mayHold }} />);

it("says nothing while the intake is open", () => {
  expect(banner(null, true).text).toBe("");
});

it("says by whom it is held and why, with the button for who may release it", () => {
  const { text, buttons } = banner(HELD, true);
  expect(text).toContain(
    "The intake is held by Grace since 1 Mar 2026, 11:00:00 UTC: Stocktaking. Deposits are accepted",
  );
  expect(buttons).toEqual(["Release the hold on the intake"]);
  expect(banner(HELD, false).buttons).toEqual([]);
});

it("says until when, where somebody said so", () => {
  expect(banner({ ...HELD, until: "2026-03-02T08:30:00Z" }, false).text).toContain(
    "11:00:00 UTC, until 2 Mar 2026, 08:30:00 UTC: Stocktaking.",
  );
});
