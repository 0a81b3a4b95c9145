import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ERRORS } from "../../core/errors.ts";
import { codingOf, contentLengthOf, framingOf, mediaTypeOf } from "../http/headers.ts";
import { readRetryAfterMs } from "../http/retry-after.ts";
import { backoffMs } from "./backoff.ts";
import { readContentRange } from "./content-range.ts";
import { startDeadline } from "./deadline.ts";
import { strongValidator } from "./validator.ts";
import { ADVICE, FINDINGS, judgeCause, judgeFile, judgeStatus } from "./verdicts.ts";

describe("readRetryAfterMs", () => {
  const now = Date.UTC(2015, 9, 21, 7, 28, 0);
  it.each([
    ["0", 0],
    ["120", 120_000],
    [" 7 ", 7_000],
    ["Wed, 21 Oct 2015 07:28:30 GMT", 30_000],
    ["Wed, 21 Oct 2015 07:27:00 GMT", 0],
    ["-1", undefined],
    ["1.5", undefined],
    ["soon", undefined],
    ["2015-10-21", undefined],
    ["99999999999", undefined],
    ["", undefined],
    [undefined, undefined],
  ])("reads %j as %s", (value, expected) => {
    expect(readRetryAfterMs(value, now)).toBe(expected);
  });
});

describe("backoffMs", () => {
  const limits = { backoffBaseMs: 500, backoffCapMs: 3_000, retryAfterCapMs: 10_000, random: () => 0.999 };
  it.each([
    [1, undefined, 499],
    [2, undefined, 999],
    [3, undefined, 1_998],
    [4, undefined, 2_997],
    [40, undefined, 2_997],
    [1, 7_000, 7_000],
    [1, 60_000, 10_000],
    [3, 100, 1_998],
  ])("after try %s, told %s: %s", (attempt, retryAfterMs, expected) => {
    expect(backoffMs(limits, attempt, retryAfterMs)).toBe(expected);
  });

  it("stays below its limits whatever chance says", () => {
    const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        chance,
        fc.option(fc.nat(), { nil: undefined }),
        (attempt, random, told) => {
          const wait = backoffMs({ ...limits, random: () => random }, attempt, told);
          expect(wait).toBeGreaterThanOrEqual(0);
          expect(wait).toBeLessThanOrEqual(10_000);
        },
      ),
    );
  });
});

describe("readContentRange", () => {
  it.each([
    ["bytes 0-0/10", { first: 0, last: 0, total: 10 }],
    ["bytes 4-9/10", { first: 4, last: 9, total: 10 }],
    ["BYTES 4-9/10", { first: 4, last: 9, total: 10 }],
    ["bytes 4-9/*", undefined],
    ["bytes */10", undefined],
    ["bytes 9-4/10", undefined],
    ["bytes 4-10/10", undefined],
    ["bytes 4-9", undefined],
    ["items 4-9/10", undefined],
    ["bytes 4-9/10, bytes 0-1/10", undefined],
    [undefined, undefined],
  ])("reads %j", (value, expected) => {
    expect(readContentRange(value)).toEqual(expected);
  });
});

describe("strongValidator", () => {
  const date = "Wed, 21 Oct 2015 07:28:00 GMT";
  it.each([
    [{ etag: '"a-b"' }, '"a-b"'],
    [{ etag: '""' }, '""'],
    [{ etag: 'W/"a"' }, undefined],
    [{ etag: "a" }, undefined],
    [{ etag: '"a"b"' }, undefined],
    [{ etag: 'W/"a"', date, "last-modified": "Wed, 21 Oct 2015 01:00:00 GMT" }, undefined],
    [{ date, "last-modified": "Wed, 21 Oct 2015 07:27:00 GMT" }, "Wed, 21 Oct 2015 07:27:00 GMT"],
    [{ date, "last-modified": "Wed, 21 Oct 2015 07:27:01 GMT" }, undefined],
    [{ "last-modified": "Wed, 21 Oct 2015 07:27:00 GMT" }, undefined],
    [{ date, "last-modified": "yesterday" }, undefined],
    [{ etag: '"a"', "accept-ranges": "none" }, undefined],
    [{ etag: '"a"', "accept-ranges": "bytes" }, '"a"'],
    [{}, undefined],
  ])("of %j is %j", (headers, expected) => {
    expect(strongValidator(headers)).toBe(expected);
  });
});

describe("headers", () => {
  it.each([
    [{ "content-type": "text/plain" }, "text/plain"],
    [{ "content-type": "Application/LD+JSON ; profile=x" }, "application/ld+json"],
    [{ "content-type": ["image/tiff", "text/html"] }, "image/tiff"],
    [{ "content-type": "text" }, undefined],
    [{ "content-type": "text/<script>" }, undefined],
    [{ "content-type": "" }, undefined],
    [{}, undefined],
  ])("mediaTypeOf %j is %s", (headers, expected) => {
    expect(mediaTypeOf(headers)).toBe(expected);
  });

  it.each([
    [{}, undefined],
    [{ "content-encoding": "identity" }, undefined],
    [{ "content-encoding": "" }, undefined],
    [{ "content-encoding": "GZIP" }, "gzip"],
    [{ "content-encoding": ["identity", "br"] }, "br"],
    [{ "transfer-encoding": "chunked" }, undefined],
    [{ "transfer-encoding": "gzip, chunked" }, "gzip"],
  ])("codingOf %j is %s", (headers, expected) => {
    expect(codingOf(headers)).toBe(expected);
  });

  it.each([
    [{ "content-length": "10" }, "length", 10],
    [{ "transfer-encoding": "Chunked" }, "chunked", undefined],
    [{ connection: "close" }, "close", undefined],
    [{ "content-length": "10, 10" }, "close", undefined],
    [{ "content-length": "-1" }, "close", undefined],
  ])("framingOf %j is %s", (headers, framing, length) => {
    expect(framingOf(headers)).toBe(framing);
    expect(contentLengthOf(headers)).toBe(length);
  });
});

describe("startDeadline", () => {
  it("grows with the size, announced or received, and never shrinks", () => {
    let now = 1_000;
    const deadline = startDeadline({ deadlineBaseMs: 500, deadlineBytesPerSecond: 100 }, () => now);
    expect(deadline.remainingMs()).toBe(500);
    deadline.expect(50);
    expect(deadline.remainingMs()).toBe(1_000);
    deadline.expect(10);
    now = 2_100;
    expect(deadline.remainingMs()).toBe(-100);
    deadline.expect(100);
    expect(deadline.remainingMs()).toBe(400);
  });
});

describe("verdicts", () => {
  it("tries again after every 5xx, and after no other unnamed status", () => {
    for (let status = 500; status < 600; status += 1) expect(judgeStatus(status).isTransient).toBe(true);
    const retried = [408, 425, 429];
    for (let status = 200; status < 500; status += 1)
      expect(judgeStatus(status).isTransient).toBe(retried.includes(status));
  });

  it.each([
    ["ECONNREFUSED", true, "the source refused the connection"],
    ["EHOSTUNREACH", true, "the connection failed (EHOSTUNREACH)"],
    ["CERT_HAS_EXPIRED", false, "the certificate of the source has expired"],
    ["SELF_SIGNED_CERT_IN_CHAIN", false, "the certificate of the source cannot be trusted"],
  ])("%s: another try %s, because %s", (code, isTransient, why) => {
    expect(judgeCause(code)).toMatchObject({ isTransient, why, code: "source_unreachable" });
  });

  it("blames the content, never the system, and always advises", () => {
    const files = ["ENOENT", "EACCES", "ELOOP"].map((code) => judgeFile(code));
    const found = [...Object.values(FINDINGS), ...[404, 503].map(judgeStatus), judgeCause("EPIPE"), ...files];
    for (const verdict of found) {
      expect(ERRORS[verdict?.code ?? "internal"].family).toBe("content");
      expect(ADVICE[verdict?.advice ?? "later"]).toMatch(/^[A-Z].*\.$/);
    }
    expect(judgeFile("EIO")).toBeUndefined();
  });
});
