import { describe, expect, it } from "vitest";
import { arrivalOf } from "./arrival.model.ts";

const FROM = "https://waybill.example.org/batches/bid-1?state=Failed";
const link = { href: "https://waybill.example.org/mail/7", target: "", isDownload: false, isTakenOver: true };

describe("arrivalOf", () => {
  it.each([
    ["another page", {}, link.href],
    ["another page of the same window", { target: "_self" }, link.href],
    [
      "another page with a query",
      { href: "/jobs?state=Failed" },
      "https://waybill.example.org/jobs?state=Failed",
    ],
    ["a filter of this page", { href: "https://waybill.example.org/batches/bid-1" }, undefined],
    ["a place on this page", { href: `${FROM}#main` }, undefined],
    ["a link the browser follows itself", { isTakenOver: false }, undefined],
    ["another window", { target: "_blank" }, undefined],
    ["a download", { isDownload: true }, undefined],
    ["somebody else's page", { href: "https://doi.example.org/mail/7" }, undefined],
  ])("%s", (_, change, address) => {
    expect(arrivalOf(FROM, { ...link, ...change })).toBe(address);
  });
});
