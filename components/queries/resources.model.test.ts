import { type QueryKey, queryOptions } from "@tanstack/react-query";
import { describe, expectTypeOf, it } from "vitest";
import type { ChangeNote } from "../../core/contracts/views.ts";
import type { Resource, STALED_BY } from "./resources.model.ts";
import { rowsQuery } from "./rows.ts";

type KindsOf<Row> = Row extends unknown ? keyof Row : never;

describe("a query's key", () => {
  it("begins with a resource of the table", () => {
    expectTypeOf<QueryKey[0]>().toEqualTypeOf<Resource>();
    queryOptions({ queryKey: ["batch", "bid-1"] });
    // @ts-expect-error nothing says when a page of this would be read again
    queryOptions({ queryKey: ["batsh", "bid-1"] });
    // @ts-expect-error neither for a list
    rowsQuery(["batshes"], "batshes", {});
    // @ts-expect-error a key has a resource
    queryOptions({ queryKey: [] });
  });
});

describe("a kind of change", () => {
  it("makes something stale, whichever it is", () => {
    expectTypeOf<KindsOf<(typeof STALED_BY)[Resource]>>().toEqualTypeOf<keyof ChangeNote>();
  });
});
