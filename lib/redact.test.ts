import { describe, expect, it } from "vitest";
import { redact } from "./redact.ts";

const CANARY = "s3cr3t-canary";

describe("redact", () => {
  it.each<[string, unknown]>([
    ["user info of an address", `GET https://ada:${CANARY}@files.example.org/x failed`],
    ["an address without a password", `https://${CANARY}@files.example.org/x`],
    ["a database's address", `postgresql://waybill:${CANARY}@127.0.0.1:5432/x`],
    ["a signed query", `https://files.example.org/x?X-Amz-Signature=${CANARY}&page=2`],
    ["a token in a query", `/x?access_token=${CANARY}`],
    ["every name that is masked in addresses", `/x?page=2&Key-Pair-Id=${CANARY}#jwt=${CANARY}`],
    ["a session in a path", `GET https://files.example.org/x;jsessionid=${CANARY}`],
    ["a password with an @", `https://ada:p@${CANARY}@files.example.org/x`],
    ["a bearer header in text", `authorization: Bearer ${CANARY}`],
    ["an API token", `wb_${CANARY}`],
    ["a key by its name", { password: CANARY }],
    ["a key by its name, deep", { a: [{ b: { newPassword: CANARY } }] }],
    ["a cookie", { headers: { cookie: `session=${CANARY}` } }],
    ["an error's message", new Error(`https://ada:${CANARY}@x.example/`)],
    ["an error's cause", new Error("x", { cause: new Error(`Bearer ${CANARY}`) })],
    ["an address as a value", { url: new URL(`https://ada:${CANARY}@x.example/`).href }],
  ])("hides %s", (_, value) => {
    expect(JSON.stringify(redact(value))).not.toContain(CANARY);
  });

  it("leaves the rest readable", () => {
    expect(redact({ path: "/api/v1/jobs?page=2", size: 3n, at: new Date(0), n: 1, none: null })).toEqual({
      path: "/api/v1/jobs?page=2",
      size: "3",
      at: "1970-01-01T00:00:00.000Z",
      n: 1,
      none: null,
    });
  });

  it("says of an error its name, code and message", () => {
    const error = Object.assign(new Error("connect failed"), { code: "ECONNREFUSED" });
    expect(redact(error)).toMatchObject({ name: "Error", code: "ECONNREFUSED", message: "connect failed" });
  });

  it("ends with what refers to itself", () => {
    const loop: { self?: unknown } = {};
    loop.self = loop;
    expect(JSON.stringify(redact(loop))).toContain("[deep]");
  });
});
