import { Writable } from "node:stream";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { ERRORS, type ErrorCode, WaybillError } from "../core/errors.ts";
import { answer } from "./http.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Answers a request with a handler, and what was logged meanwhile. */
async function answered(
  handler: (request: Request) => Promise<Response>,
  options: { readonly url?: string; readonly publicUrl?: string; readonly init?: RequestInit } = {},
) {
  const lines: Record<string, unknown>[] = [];
  const sink = new Writable({
    write(chunk, _, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  const log = pino({ level: "debug" }, sink);
  const request = new Request(options.url ?? "http://127.0.0.1:3000/api/v1/jobs", options.init);
  const publicUrl = options.publicUrl ?? "http://127.0.0.1:3000";
  const response = await answer(handler, request, undefined, { publicUrl, log });
  return { response, lines };
}

function failing(error: unknown) {
  return async (): Promise<Response> => {
    throw error;
  };
}

describe("answer", () => {
  it.each(Object.keys(ERRORS) as ErrorCode[])("maps %s to its status", async (code) => {
    const { response } = await answered(failing(new WaybillError(code, "A sentence.")));
    const { status, who, family } = ERRORS[code];
    expect(response.status).toBe(status);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(await response.json()).toEqual({
      type: `urn:waybill:error:${code}`,
      title: expect.stringMatching(/^[A-Z]/),
      status,
      code,
      detail: "A sentence.",
      who,
      ...(family === "system" && { instance: expect.stringMatching(/^urn:uuid:/) }),
    });
  });

  it("names single problems and when to try again", async () => {
    const problems = [{ line: 3, code: "size_missing", message: "Line 3 has no size." }];
    const retryAt = new Date(Date.now() + 90_000);
    const { response } = await answered(
      failing(new WaybillError("manifest_invalid", "x", { problems, retryAt })),
    );
    expect(await response.json()).toMatchObject({ problems, retryAt: retryAt.toISOString() });
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(80);
    expect(Number(response.headers.get("retry-after"))).toBeLessThan(91);
  });

  it("names each field that does not fit", async () => {
    const shape = z.strictObject({ name: z.string(), place: z.strictObject({ line: z.int() }) });
    const { response } = await answered(async () => {
      shape.parse({ name: 1, place: { line: "x" }, sort: "__proto__" });
      return new Response();
    });
    expect(response.status).toBe(400);
    const { code, detail, problems } = await response.json();
    expect(code).toBe("bad_request");
    expect(detail).toBe("The request is not valid: check name, place.line, sort.");
    expect(problems.map((problem: { code: string }) => problem.code)).toEqual(["name", "place.line", "sort"]);
  });

  it("names a text that is too long, with its limit, and not more than a hundred fields", async () => {
    const shape = z.strictObject({ reason: z.string().max(500) });
    const { response } = await answered(async () => {
      shape.parse({ reason: "x".repeat(62_000) });
      return new Response();
    });
    const { code, detail, problems } = await response.json();
    expect([code, detail]).toEqual(["bad_request", "The request is not valid: check reason."]);
    expect(problems).toEqual([
      {
        line: 0,
        code: "reason_too_long",
        message: "reason is longer than 500 characters, the most it may have. Shorten it.",
      },
    ]);
    const { response: other } = await answered(async () => {
      shape.parse(Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`f${at}`, 1])));
      return new Response();
    });
    expect((await other.json()).problems).toHaveLength(100);
  });

  it("says nothing of an unknown error but an id, which is in the log with all of it", async () => {
    const secret = new Error('relation "app_user" does not exist at /srv/waybill/prisma/store.ts');
    const { response, lines } = await answered(failing(secret));
    const text = await response.text();
    expect(response.status).toBe(500);
    expect(text).not.toMatch(/app_user|\/srv|store\.ts|stack/);
    const { instance } = JSON.parse(text);
    const id = instance.replace("urn:uuid:", "");
    expect(id).toMatch(UUID);
    expect(lines).toMatchObject([{ instance: id, msg: "request.failed", path: "/api/v1/jobs" }]);
    expect(JSON.stringify(lines)).toContain("app_user");
  });

  it.each([null, undefined, "text", 42, { message: "secret" }])(
    "survives that %j is thrown",
    async (thrown) => {
      const { response } = await answered(failing(thrown));
      expect(response.status).toBe(500);
      expect(await response.text()).not.toContain("secret");
    },
  );

  it("keeps refusals out of the log's errors", async () => {
    const { lines } = await answered(failing(new WaybillError("not_found", "x")));
    expect(lines).toMatchObject([{ level: 20, code: "not_found" }]);
  });

  it("says that the database is away, and when to come back", async () => {
    const refused = Object.assign(new Error("connect ECONNREFUSED 10.0.0.5:5432"), { code: "ECONNREFUSED" });
    const { response } = await answered(failing(refused));
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toBe("5");
    const text = await response.text();
    expect(JSON.parse(text).code).toBe("database_unavailable");
    expect(text).not.toContain("10.0.0.5");
  });

  it("sets the API's headers on good answers and on errors", async () => {
    const good = await answered(async () => Response.json({}));
    const bad = await answered(failing(new Error("x")));
    for (const { response } of [good, bad]) {
      expect(response.headers.get("cache-control")).toBe("no-store");
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
      expect(response.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
      expect(response.headers.get("strict-transport-security")).toBeNull();
    }
  });

  it("leaves a handler's own headers alone, cookies included", async () => {
    const { response } = await answered(async () => {
      const headers = new Headers({ "cache-control": "no-store, no-transform" });
      headers.append("set-cookie", "a=1");
      headers.append("set-cookie", "b=2");
      return new Response("x", { status: 202, headers });
    });
    expect(response.status).toBe(202);
    expect(response.headers.get("cache-control")).toBe("no-store, no-transform");
    expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  });

  it("asks browsers to insist on https where the public address has it", async () => {
    const { response } = await answered(async () => Response.json({}), {
      publicUrl: "https://waybill.example.org",
    });
    expect(response.headers.get("strict-transport-security")).toBe("max-age=31536000");
  });

  it("does not call the handler for another site's change", async () => {
    let called = false;
    const handler = async () => {
      called = true;
      return Response.json({});
    };
    const init = { method: "POST", headers: { cookie: "a=1", origin: "https://evil.example" } };
    const { response } = await answered(handler, { init });
    expect([response.status, called]).toEqual([403, false]);
  });

  it("refuses NUL in an address", async () => {
    const { response } = await answered(async () => Response.json({}), {
      url: "http://127.0.0.1:3000/api/v1/jobs?q=a%00b",
    });
    expect(response.status).toBe(400);
  });
});
