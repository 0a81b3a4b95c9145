import { describe, expect, it } from "vitest";
import * as z from "zod";
import { readJson, readQuery } from "./read-request.ts";

const Query = z.strictObject({
  state: z.enum(["Failed"]).optional(),
  limit: z.coerce.number().int().default(50),
});
const Body = z.strictObject({ name: z.string().optional(), list: z.array(z.string()).optional() });

const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
const asked = (query: string) => new Request(`http://127.0.0.1/api?${query}`);
const sent = (body: BodyInit | null, type = "application/json") =>
  new Request("http://127.0.0.1/api", { method: "POST", body, headers: { "content-type": type } });

describe("readQuery", () => {
  it("reads by the schema, empty values as left out", () => {
    expect(readQuery(asked("state=Failed&limit=3"), Query)).toEqual({ state: "Failed", limit: 3 });
    expect(readQuery(asked("state=&limit="), Query)).toEqual({ limit: 50 });
  });

  it.each(["sort=name", "__proto__=x", "constructor=x", "state[not]=", "state[not]=x", "state=Nope"])(
    "refuses %s or reads none of it",
    (query) => {
      const read = () => readQuery(asked(query), Query);
      if (query.endsWith("=")) expect(read()).toEqual({ limit: 50 });
      else expect(read).toThrow();
    },
  );

  it("refuses a name given twice", () => {
    expect(() => readQuery(asked("limit=1&limit=2"), Query)).toThrow('"limit" twice');
  });
});

describe("readJson", () => {
  it("reads by the schema", async () => {
    expect(await readJson(sent('{"name":"Ada"}'), Body)).toEqual({ name: "Ada" });
    expect(await readJson(sent('{"name":"Ada"}', "application/json; charset=utf-8"), Body)).toEqual({
      name: "Ada",
    });
  });

  it("reads no body as an empty one", async () => {
    expect(await readJson(sent(null), Body)).toEqual({});
    expect(await readJson(sent(""), Body)).toEqual({});
  });

  it.each([
    ["text/plain", '{"name":"Ada"}', "unsupported_type"],
    ["application/x-www-form-urlencoded", "name=Ada", "unsupported_type"],
    ["application/jsonp", "{}", "unsupported_type"],
    ["application/json", '{"name":', "bad_request"],
    ["application/json", '{"name":"a\\u0000b"}', "bad_request"],
    ["application/json", '{"list":["\\ud800"]}', "bad_request"],
    ["application/json", '{"a\\u0000b":1}', "bad_request"],
    ["application/json", '{"list":[{"\\ud800":[]}]}', "bad_request"],
    ["application/json", nested(101), "bad_request"],
    ["application/json", nested(500_000), "bad_request"],
    ["application/json", `{"name":"${"x".repeat(1_048_576)}"}`, "too_large"],
  ])("refuses %s %.20s with %s", async (type, body, code) => {
    await expect(readJson(sent(body, type), Body)).rejects.toMatchObject({ code });
  });

  it("refuses bytes that are not UTF-8", async () => {
    await expect(readJson(sent(new Uint8Array([0x22, 0xff, 0x22])), Body)).rejects.toMatchObject({
      code: "bad_request",
    });
  });

  it.each(["[]", '"text"', "null", '{"name":{"not":""}}', '{"other":1}', nested(100)])(
    "refuses %.30s by the schema",
    async (body) => {
      await expect(readJson(sent(body), Body)).rejects.toBeInstanceOf(z.ZodError);
    },
  );

  it("keeps emoji and other pairs", async () => {
    expect(await readJson(sent('{"name":"\\ud83d\\ude00 地図"}'), Body)).toEqual({ name: "😀 地図" });
  });
});
