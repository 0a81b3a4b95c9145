import { describe, expect, it } from "vitest";
import type { HoldAct, HoldView } from "../../core/contracts/views.ts";
import { BatchHold } from "../batches/batch-hold.tsx";
import { HoldDialog } from "../collections/hold-dialog.tsx";
import { IntakeHold } from "../intake/intake-hold.tsx";
import { JobHold } from "../jobs/job-hold.tsx";
import { batch } from "../testing/batch.ts";
import { draw } from "../testing/draw.tsx";
import { job } from "../testing/job.ts";
import { HoldForm } from "./hold-form.tsx";

const HELD: HoldView = { at: "2026-03-01T11:00:00Z", by: "Grace", reason: "Stocktaking", until: null };

describe("the button of a hold", () => {
  it.each<[HoldAct, readonly string[]]>([
    ["hold", ["Hold"]],
    ["release", ["Release"]],
    [null, []],
  ])("of a batch or job that lets one %s", (holdAct, buttons) => {
    expect(draw(<BatchHold batch={batch({ holdAct })} />).buttons).toEqual(buttons);
    expect(draw(<JobHold job={job({ holdAct })} />).buttons).toEqual(buttons);
  });

  it.each([
    [{ held: null, mayHold: true }, ["Hold the intake"]],
    [{ held: HELD, mayHold: true }, ["Release the hold on the intake"]],
    [{ held: HELD, mayHold: false }, []],
  ])("of the whole intake: %j", (intake, buttons) => {
    expect(draw(<IntakeHold intake={intake} />).buttons).toEqual(buttons);
  });

  it.each([
    [null, "Hold Maps"],
    [HELD, "Release the hold on Maps"],
  ])("names its collection", (held, button) => {
    const collection = { slug: "maps", name: "Maps", lane: "maps", held, mayDeposit: true };
    expect(draw(<HoldDialog collection={collection} />).buttons).toEqual([button]);
  });
});

describe("the form of a hold", () => {
  const form = (mayEnd: boolean, preferences = "") =>
    draw(
      <HoldForm
        verb="Hold the job"
        mayEnd={mayEnd}
        act={() => Promise.resolve()}
        onClose={() => undefined}
      />,
      { preferences },
    );

  it("asks until when, in the zone times are shown in", () => {
    expect(form(true).text).toContain("May be left out: then it takes a person to release it.");
    expect(form(true).text).not.toContain("In UTC.");
    expect(form(true, "zone=utc").text).toContain("release it. In UTC.");
  });

  it("asks no end of a release", () => {
    expect(form(false).text).not.toContain("Until");
  });

  it("does nothing before there is a reason", () => {
    expect(form(true)).toMatchObject({ buttons: ["Cancel"], disabled: ["Hold the job"] });
  });
});
