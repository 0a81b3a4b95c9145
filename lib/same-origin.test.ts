import { describe, expect, it } from "vitest";
import { WaybillError } from "../core/errors.ts";
import { requireSameOrigin } from "./same-origin.ts";

const OURS = "https://waybill.example.org";

function refused(method: string, headers: Record<string, string>): boolean {
  const request = new Request("http://127.0.0.1:3000/api/v1/tokens", { method, headers });
  try {
    requireSameOrigin(request, OURS);
    return false;
  } catch (error) {
    expect(error).toBeInstanceOf(WaybillError);
    expect(error).toMatchObject({ code: "cross_site" });
    return true;
  }
}

const cookie = "waybill.session_token=x";

describe("requireSameOrigin", () => {
  it.each<[string, Record<string, string>]>([
    ["the public origin", { cookie, origin: OURS }],
    ["the host asked", { cookie, origin: "http://127.0.0.1:3000", host: "127.0.0.1:3000" }],
    ["the host asked, in capitals", { cookie, origin: "http://localhost:3000", host: "LOCALHOST:3000" }],
    ["a browser that only says same-origin", { cookie, "sec-fetch-site": "same-origin" }],
    ["a browser that hides the origin", { cookie, origin: "null", "sec-fetch-site": "same-origin" }],
    ["a token, wherever from", { authorization: "Bearer wb_x", origin: "https://evil.example" }],
    ["no cookie and no origin", {}],
  ])("lets through a POST with %s", (_, headers) => {
    expect(refused("POST", headers)).toBe(false);
  });

  it.each<[string, Record<string, string>]>([
    ["another origin", { cookie, origin: "https://evil.example", host: "127.0.0.1:3000" }],
    ["another origin and no cookie (a forced sign-in)", { origin: "https://evil.example" }],
    ["another port of the host", { cookie, origin: "http://127.0.0.1:4000", host: "127.0.0.1:3000" }],
    ["a name that only starts like ours", { cookie, origin: `${OURS}.evil.example` }],
    ["the origin null", { cookie, origin: "null" }],
    ["the origin null and no cookie", { origin: "null" }],
    ["an origin that is no address", { cookie, origin: "waybill", host: "waybill" }],
    ["a cookie and no origin", { cookie }],
    ["a page of a sister site", { cookie, "sec-fetch-site": "same-site" }],
    ["a page of another site", { "sec-fetch-site": "cross-site" }],
    ["a basic authorization", { cookie, authorization: "Basic eA==", origin: "https://evil.example" }],
  ])("refuses a POST with %s", (_, headers) => {
    expect(refused("POST", headers)).toBe(true);
  });

  it.each(["PUT", "DELETE", "PATCH"])("looks at %s too", (method) => {
    expect(refused(method, { cookie, origin: "https://evil.example" })).toBe(true);
  });

  it.each(["GET", "HEAD", "OPTIONS"])("lets %s through, which changes nothing", (method) => {
    expect(refused(method, { cookie, origin: "https://evil.example" })).toBe(false);
  });
});
