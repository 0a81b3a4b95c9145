import { describe, expect, it } from "vitest";
import { draw } from "../testing/draw.tsx";
import { FilterBar } from "./filter-bar.tsx";

const bar = (search: string) =>
  draw(
    <FilterBar
      search="File name"
      choices={[
        { name: "state", label: "State", all: "All states", options: [{ value: "Failed", label: "Failed" }] },
      ]}
      lines={[{ name: "from", label: "From", type: "date" }]}
    />,
    { search },
  );

describe("the filters of a list", () => {
  it.each([
    ["", []],
    ["cursor=c1&sort=new", []],
    ["state=Failed", ["Clear filters"]],
    ["q=map", ["Clear filters"]],
    ["from=2026-03-01", ["Clear filters"]],
  ])("can be cleared when the address has one of them: %j", (search, buttons) => {
    expect(bar(search).buttons.filter((name) => name !== "Filter")).toEqual(buttons);
  });

  it("stand as the address has them", () => {
    const { html } = bar("state=Failed&q=map&from=2026-03-01");
    expect(html).toContain('<option value="Failed" selected="">');
    expect(html).toMatch(/name="q"[^>]*value="map"/);
    expect(html).toMatch(/name="from"[^>]*value="2026-03-01"/);
  });
});
