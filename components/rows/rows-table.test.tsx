import { createColumnHelper } from "@tanstack/react-table";
import { describe, expect, it } from "vitest";
import type { Page } from "../../core/contracts/views.ts";
import { UNREACHABLE } from "../queries/problem.model.ts";
import { RequestError } from "../queries/request.ts";
import { rowsData, rowsQuery } from "../queries/rows.ts";
import { draw, quietClient } from "../testing/draw.tsx";
import type { Columns, Features } from "../ui/table.ts";
import { RowsTable } from "./rows-table.tsx";

type Row = { readonly id: string };

const column = createColumnHelper<Features, Row>();
const COLUMNS: Columns<Row> = column.columns([
  column.display({ id: "id", header: "Job", cell: ({ row: { original } }) => original.id }),
]);
const query = rowsQuery<Row>(["jobs"], "jobs", {});
const BROKEN = new RequestError({
  ...UNREACHABLE,
  status: 500,
  code: "internal",
  message: "Something broke.",
});

type Known = { readonly page?: Page<Row>; readonly error?: RequestError; readonly search?: string };

/** The list when a page is known, when its last reading failed, when both. */
async function list({ page, error, search = "" }: Known) {
  const client = quietClient();
  if (page) client.setQueryData(query.queryKey, rowsData(page, undefined));
  if (error)
    await client
      .fetchInfiniteQuery({ ...query, queryFn: () => Promise.reject(error), staleTime: 0 })
      .catch(() => 0);
  return draw(
    <RowsTable
      query={query}
      caption="Jobs, newest first"
      columns={COLUMNS}
      idOf={({ id }) => id}
      nouns={["job", "jobs"]}
      empty="No jobs yet."
    />,
    { client, search, path: "/jobs" },
  );
}

const page = (rows: number, more: Partial<Page<Row>> = {}): Page<Row> => ({
  items: Array.from({ length: rows }, (_, at) => ({ id: `job-${at}` })),
  next: null,
  ...more,
});

describe("a list", () => {
  it("says that it loads, and nothing of being empty", async () => {
    const { text, html } = await list({});
    expect(`${text} ${html}`).toContain("Loading jobs");
    expect(text).not.toContain("No jobs yet.");
  });

  it("says that it is empty once that is known", async () => {
    const { text, html } = await list({ page: page(0) });
    expect(text).toBe("No jobs yet.");
    expect(html).not.toContain("<table");
  });

  it("shows its rows, and no button when these are all", async () => {
    const { text, buttons } = await list({ page: page(2) });
    expect(text).toBe("Jobs, newest first Job job-0 job-1");
    expect(buttons).toEqual([]);
  });

  it.each([
    [undefined, "2 shown, more to load"],
    [1_204, "2 of 1,204 shown"],
  ])("offers the next page by its address, of %s in all", async (total, words) => {
    const { text, buttons, html } = await list({ page: page(2, { next: "c2", ...(total && { total }) }) });
    expect(buttons).toEqual(["Load more jobs"]);
    expect(text).toContain(words);
    expect(html).toContain('href="/jobs?cursor=c2"');
  });

  it("says where it begins when that is not the start", async () => {
    const { text, html } = await list({ page: page(1), search: "state=Failed&cursor=c1" });
    expect(text).toContain("This list starts further down. Show it from the start");
    expect(html).toContain('href="/jobs?state=Failed"');
  });
});

describe("a list that could not be read", () => {
  it("says so, and not that it is empty", async () => {
    const { text, buttons } = await list({ error: BROKEN });
    expect(text).toBe("The jobs could not be read. Something broke. Try again internal");
    expect(buttons).toEqual(["Try again"]);
  });

  it("keeps the rows it had", async () => {
    const { text } = await list({ page: page(1), error: BROKEN });
    expect(text).toMatch(/^The jobs could not be refreshed; this is the last known data\. .*job-0$/);
  });

  it("leaves a lost connection to the bar above, which says it once, while it has rows", async () => {
    const error = new RequestError(UNREACHABLE);
    expect((await list({ page: page(1), error })).text).toBe("Jobs, newest first Job job-0");
    expect((await list({ error })).text).toContain("The jobs could not be read. Waybill cannot be reached.");
  });
});
