import { expect, it } from "vitest";
import { WaybillError } from "../core/errors.ts";
import { readerWay } from "./reader-way.ts";

const FILE = "/api/v1/batches/bid-1/reports/1/jobs.csv";
const LINK = { accept: "text/html,application/xhtml+xml", "sec-fetch-mode": "navigate" };
const SIGN_IN = "/sign-in?returnTo=%2Fapi%2Fv1%2Fbatches%2Fbid-1%2Freports%2F1%2Fjobs.csv";

it.each([
  ["who is not signed in signs in and comes back", LINK, "not_signed_in", SIGN_IN],
  ["an old browser, too", { accept: "text/html" }, "not_signed_in", SIGN_IN],
  ["whose account is closed is told there", LINK, "account_closed", SIGN_IN],
  ["who may not read it is told by the page", LINK, "not_found", "/batches/bid-1"],
  ["a script is answered", { accept: "*/*" }, "not_signed_in", undefined],
  [
    "a page's script that takes HTML is answered",
    { accept: "text/html", "sec-fetch-mode": "cors" },
    "not_signed_in",
    undefined,
  ],
  ["an image is answered", { accept: "image/*", "sec-fetch-mode": "no-cors" }, "not_signed_in", undefined],
  ["a link that takes anything", { accept: "*/*", "sec-fetch-mode": "navigate" }, "not_signed_in", SIGN_IN],
  ["a client with a token is answered", { ...LINK, authorization: "Bearer x" }, "not_signed_in", undefined],
  ["other faults are answered", LINK, "database_unavailable", undefined],
] as const)("%s", (_, headers, code, location) => {
  const request = new Request(`https://waybill.example.org${FILE}`, { headers });
  const way = readerWay(request, new WaybillError(code, "So it is."), "/batches/bid-1");
  expect([way?.status, way?.headers.get("location") ?? undefined]).toEqual([location && 303, location]);
});
