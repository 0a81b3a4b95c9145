import { describe, expect, it } from "vitest";
import { ezidPauseMs, judgeEzidAnswer } from "./ezid-answers.ts";

const judge = (httpStatus: number, body: string, retryAfterMs?: number) =>
  judgeEzidAnswer({
    httpStatus,
    body,
    words: `${httpStatus} words`,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });

describe("judgeEzidAnswer", () => {
  it.each([
    [201, "success: ark:/99999/fk4cz3dh0", "ark:/99999/fk4cz3dh0"],
    [200, "success: ark:/99999/fk4cz3dh0\n", "ark:/99999/fk4cz3dh0"],
    [201, "success: doi:10.5060/FOO | ark:/b5060/foo", "doi:10.5060/FOO"],
  ])("%i %j is done", (status, body, identifier) => {
    expect(judge(status, body)).toEqual({ kind: "done", identifier });
  });

  it.each([
    [400, "error: bad request - no such shoulder", "other", "bad request - no such shoulder"],
    [400, "error: bad request - no such identifier", "unknown", "bad request - no such identifier"],
    [
      400,
      "error: bad request - identifier status does not support deletion",
      "not_reserved",
      "bad request - identifier status does not support deletion",
    ],
    [
      400,
      "error: bad request - identifier already exists, cannot create",
      "exists",
      "bad request - identifier already exists, cannot create",
    ],
    [400, "error: unable to parse basic_auth request", "other", "unable to parse basic_auth request"],
    [401, "error: unauthorized", "other", "unauthorized"],
    [403, "error: forbidden", "other", "forbidden"],
    [405, "error: method not allowed", "other", "method not allowed"],
    [404, "<h1>Not Found</h1>", "other", "404 words"],
    [300, "", "other", "300 words"],
    [302, "", "other", "302 words"],
  ])("%i %j is refused", (status, body, reason, message) => {
    expect(judge(status, body)).toEqual({ kind: "refused", reason, message });
  });

  it.each([
    [503, "error: concurrency limit exceeded", "concurrency limit exceeded", false],
    [500, "error: internal server error", "internal server error", false],
    [500, "", "500 words", true],
    [502, "<html>Bad Gateway</html>", "502 words", true],
    [504, "", "504 words", true],
    [429, "slow down", "429 words", false],
    [408, "", "408 words", true],
    [200, "<html>Maintenance</html>", "its answer cannot be read: 200 words", true],
    [201, "success:", "its answer cannot be read: 201 words", true],
    [200, "error: bad request - odd", "its answer cannot be read: bad request - odd", true],
  ])("%i %j is tried again", (status, body, message, isUnsure) => {
    expect(judge(status, body)).toEqual({ kind: "again", message, isUnsure });
  });

  it.each([
    [7_000, 7_000],
    [86_400_000, 3_600_000],
  ])("keeps a wait of %i ms asked for as %i", (asked, kept) => {
    expect(judge(503, "", asked)).toMatchObject({ retryAfterMs: kept });
  });
});

describe("ezidPauseMs", () => {
  it("doubles up to ten minutes, and is never shorter than what EZID asks for", () => {
    expect([1, 2, 3, 7, 8, 20].map((tries) => ezidPauseMs(tries, 5_000))).toEqual([
      5_000, 10_000, 20_000, 320_000, 600_000, 600_000,
    ]);
    expect(ezidPauseMs(1, 5_000, 60_000)).toBe(60_000);
    expect(ezidPauseMs(8, 5_000, 60_000)).toBe(600_000);
  });
});
