import { describe, expect, it } from "vitest";
import type { CollectionView } from "../../core/contracts/views.ts";
import type { Failure } from "../queries/problem.model.ts";
import { draw } from "../testing/draw.tsx";
import { CollectionStep } from "./collection-step.tsx";
import { type Item, newItem, type SendState } from "./deposit.model.ts";
import { DepositDone } from "./deposit-done.tsx";
import { DepositSteps } from "./deposit-steps.tsx";
import { FileFindings } from "./file-findings.tsx";
import { FileRow } from "./file-row.tsx";
import { FileSending } from "./file-sending.tsx";
import type { DepositForm } from "./use-deposit.ts";

const nothing = () => undefined;
const FILE = newItem("a", new File(["abc"], "map.tif"));
const MAPS: CollectionView = { slug: "maps", name: "Maps", lane: "maps", held: null, mayDeposit: true };
const FAILURE: Failure = {
  status: 422,
  code: "manifest_invalid",
  message: "The manifest has a problem.",
  who: "depositor",
  problems: [{ line: 3, code: "size_missing", message: "It has no size." }],
  retryAt: null,
};

describe("the collection", () => {
  it("is warned of while it is held, and only then", () => {
    const held = { at: "2026-03-01T11:00:00Z", by: "Grace", reason: "Stocktaking", until: null };
    const drawn = (chosen: CollectionView) =>
      draw(<CollectionStep collections={[MAPS]} chosen={chosen} onChange={nothing} />).text;
    expect(drawn({ ...MAPS, held })).toContain("Maps is held by Grace: Stocktaking A deposit is accepted");
    expect(drawn(MAPS)).not.toContain("held");
  });
});

describe("a chosen file", () => {
  const row = (locked: boolean, part: Partial<Item> = {}) =>
    draw(<FileRow item={{ ...FILE, ...part }} locked={locked} onRemove={nothing} onType={nothing} />);

  it("can be removed and given a type until it is sent", () => {
    expect(row(false)).toMatchObject({ buttons: ["Remove map.tif"], disabled: [] });
    const locked = row(true);
    expect(locked.disabled).toEqual(["Remove map.tif"]);
    expect(locked.html).toMatch(/<select aria-label="Type of map.tif" disabled=""/);
  });

  it("shows its digest once it is known", () => {
    expect(row(false).text).toContain("Computing SHA-256");
    expect(row(false, { digest: { kind: "ready", sha256: "ba7816bf" } }).text).toContain("SHA-256 ba7816bf");
  });
});

describe("what the check found", () => {
  const found = (problemCount: number, warningCount: number) =>
    draw(
      <FileFindings
        item={{
          ...FILE,
          check: {
            kind: "ready",
            check: {
              kind: "ManifestOfFiles",
              objects: 1,
              files: 1,
              sizeBytes: 3,
              problems: FAILURE.problems,
              problemCount,
              warnings: FAILURE.problems,
              warningCount,
            },
          },
        }}
      />,
    ).text;

  it.each([
    [0, 0, /^$/],
    [1, 0, /^Fix 1 problem before depositing Line 3It has no size\. size_missing$/],
    [0, 2, /^2 warnings: you can still deposit .* and 1 problem more that are not listed\.$/],
    [1, 1, /^Fix 1 problem before depositing .* 1 warning: you can still deposit/],
  ])("%i problems and %i warnings", (problems, warnings, words) => {
    expect(found(problems, warnings)).toMatch(words);
  });

  it("says of what the browser cannot read that it may be a folder", () => {
    const { text } = draw(<FileFindings item={{ ...FILE, check: { kind: "unreadable" } }} />);
    expect(text).toContain("A folder cannot be deposited; choose the files in it.");
  });
});

describe("how the upload went", () => {
  it.each<[string, SendState, RegExp]>([
    ["not begun", { kind: "waiting" }, /^$/],
    ["cancelled", { kind: "cancelled" }, /^Cancelled\. Nothing was kept\.$/],
    ["accepted", { kind: "accepted", batchId: "bid-1" }, /^Accepted\. See where it is$/],
    [
      "refused, with each problem",
      { kind: "refused", failure: FAILURE },
      /^The manifest has a problem\. Line 3It has no size\. size_missing manifest_invalid$/,
    ],
    [
      "without a connection, with what can be done safely",
      { kind: "refused", failure: { ...FAILURE, status: 0, problems: [] } },
      /the same file is never accepted twice\. manifest_invalid$/,
    ],
  ])("%s", (_, send, words) => {
    expect(draw(<FileSending item={{ ...FILE, send }} />).text).toMatch(words);
  });
});

describe("the bar below the form", () => {
  const form = (part: Partial<DepositForm>): DepositForm => ({
    collections: [MAPS],
    chosen: MAPS,
    choose: nothing,
    files: { items: [], add: nothing, remove: nothing, retype: nothing, clear: nothing, act: nothing },
    several: false,
    details: {},
    errors: {},
    setDetail: nothing,
    busy: false,
    done: false,
    obstacle: null,
    words: "Deposit 1 object, to Maps",
    deposit: () => Promise.resolve(),
    cancel: nothing,
    again: nothing,
    ...part,
  });
  const bar = (part: Partial<DepositForm>) => draw(<DepositSteps form={form(part)} />);

  it("offers the deposit when nothing is in its way", () => {
    expect(bar({}).buttons.at(-1)).toBe("Deposit 1 object, to Maps");
  });

  it("says what is in its way", () => {
    const { disabled, text } = bar({ obstacle: "Choose a file or manifest first." });
    expect(disabled).toEqual(["Deposit 1 object, to Maps"]);
    expect(text).toMatch(/Choose a file or manifest first\.$/);
  });

  it("offers to cancel while it is sent, and keeps the fields as they are", () => {
    const { buttons, html } = bar({ busy: true, files: { ...form({}).files, items: [FILE] } });
    expect(buttons).toEqual(["Cancel the upload"]);
    expect(html.match(/<fieldset disabled=""/g)).toHaveLength(2);
  });

  it("shows what is wrong with a detail beside its field", () => {
    const { html } = bar({ errors: { notification: "This is not an e-mail address." } });
    const id = /aria-describedby="[^"]*?([^ "]+-error)" aria-invalid="true"/.exec(html)?.[1];
    expect(html).toContain(`<p id="${id}" class="text-person text-sm">This is not an e-mail address.</p>`);
  });

  it.each([
    [false, true],
    [true, false],
  ])("offers what is said of one object for one file only", (several, isOffered) => {
    const { text } = bar({ several });
    expect(text.includes("Local identifier")).toBe(isOffered);
    expect(text.includes("Digest of the file")).toBe(isOffered);
    expect(text.includes("can be given only when depositing a single file")).toBe(several);
  });
});

it("lists only what was accepted, each with its page", () => {
  const accepted: Item = { ...FILE, send: { kind: "accepted", batchId: "bid-1" } };
  const { text, buttons, html } = draw(
    <DepositDone items={[accepted, { ...FILE, key: "b" }]} onAgain={nothing} />,
  );
  expect(text).toMatch(/^2 deposits accepted\./);
  expect(buttons).toEqual(["map.tif", "New deposit"]);
  expect(html).toContain('href="/batches/bid-1"');
  expect(draw(<DepositDone items={[accepted]} onAgain={nothing} />).text).toMatch(/^Accepted\./);
});
