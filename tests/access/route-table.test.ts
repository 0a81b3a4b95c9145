import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { ROUTE_NEEDS } from "../../core/access/route-needs.ts";
import { OPEN_ROUTES, ROUTE_ROWS } from "./route-table.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const FILES = readdirSync(path.join(ROOT, "app"), { recursive: true, encoding: "utf8" })
  .filter((file) => /(^|[/\\])route\.tsx?$/.test(file))
  .map((file) => path.join("app", file));

/** The methods a route file exports, e.g. `GET api/v1/jobs`. */
function methodsOf(file: string): string[] {
  const text = readFileSync(path.join(ROOT, file), "utf8");
  const methods = [
    ...text.matchAll(/export (?:const|async function|function) (GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)\b/g),
    ...text.matchAll(/\bas (GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)\b/g),
  ];
  const place = path.dirname(file).split(path.sep).slice(1).join("/");
  return methods.map(([, method]) => `${method} ${place}`);
}

describe("the table of routes", () => {
  it("has every method of every route file, and no others", () => {
    const exported = FILES.flatMap(methodsOf).sort();
    const known = [...ROUTE_ROWS.map(({ route }) => route), ...Object.keys(OPEN_ROUTES)].sort();
    expect(exported.length).toBeGreaterThan(20);
    expect(known).toEqual(exported);
  });

  it.each(FILES)("%s answers through route(), so that errors, origin and headers are seen to", (file) => {
    const text = readFileSync(path.join(ROOT, file), "utf8");
    const handlers = text.match(/(?:const \w+|export const (?:GET|POST|PUT|PATCH|DELETE)) = route\(/g) ?? [];
    expect(handlers.length).toBeGreaterThan(0);
    expect(text).not.toMatch(/export (async )?function/);
  });

  it("says of each route what it takes of an API token, and of no others", () => {
    expect(Object.keys(ROUTE_NEEDS).sort()).toEqual(ROUTE_ROWS.map(({ route }) => route).sort());
  });
});
