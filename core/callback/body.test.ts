import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { CallbackFacts } from "../contracts/callback.ts";
import { callbackBody } from "./body.ts";

const FACTS: CallbackFacts = {
  jobId: "jid-5f0c1d2e-0000-4000-8000-000000000001",
  batchId: "bid-5f0c1d2e-0000-4000-8000-000000000002",
  status: "COMPLETED",
  message: null,
  ark: "ark:/99999/fk4abc",
  localIds: ["map-1", "old-7"],
  filename: "map.tif",
  title: "A map",
  creator: null,
  date: "1850",
  submittedAt: "2026-11-28T01:00:00.000Z",
  endedAt: "2026-11-28T01:01:00.000Z",
  position: "17",
};

describe("the body of a callback", () => {
  it("has the names Merritt's receivers read", () => {
    expect(JSON.parse(callbackBody(FACTS))).toEqual({
      "job:jobState": {
        "job:jobID": "jid-5f0c1d2e-0000-4000-8000-000000000001",
        "job:batchID": "bid-5f0c1d2e-0000-4000-8000-000000000002",
        "job:jobStatus": "COMPLETED",
        "job:jobStatusMessage": "The object is stored.",
        "job:primaryID": "ark:/99999/fk4abc",
        "job:localID": "map-1; old-7",
        "job:packageName": "map.tif",
        "job:objectTitle": "A map",
        "job:objectCreator": "",
        "job:objectDate": "1850",
        "job:submissionDate": "2026-11-28T01:00:00.000Z",
        "job:completionDate": "2026-11-28T01:01:00.000Z",
        "job:persistentURL": "https://n2t.net/ark:/99999/fk4abc",
        "job:batchPosition": "17",
      },
    });
  });

  it("says that a job failed where nobody knows why", () => {
    const body = callbackBody({ ...FACTS, status: "FAILED" });
    expect(JSON.parse(body)["job:jobState"]["job:jobStatusMessage"]).toBe("The job failed.");
  });

  it.each([
    ["\u007f", 1],
    ["\u0080", 2],
    ["\u07ff", 2],
    ["\u0800", 3],
    ["\udfff", 6],
    ["\uffff", 3],
    ["\u{10000}", 4],
  ])("cuts a title of %j, %i bytes each, behind 3,000 bytes", (character, bytes) => {
    const titleOf = (title: string): string =>
      JSON.parse(callbackBody({ ...FACTS, title }))["job:jobState"]["job:objectTitle"];
    const whole = character.repeat(3_000 / bytes);
    expect(titleOf(whole)).toBe(whole);
    expect(titleOf(`${whole}x`)).toMatch(/…$/);
  });

  it("tells why a job failed, and of an object without an identifier", () => {
    const body = callbackBody({
      ...FACTS,
      status: "FAILED",
      message: "The source has no such file.",
      ark: null,
      position: null,
    });
    expect(JSON.parse(body)["job:jobState"]).toMatchObject({
      "job:batchPosition": "",
      "job:jobStatus": "FAILED",
      "job:jobStatusMessage": "The source has no such file.",
      "job:primaryID": "",
      "job:persistentURL": "",
    });
  });

  test("whatever the depositor wrote, it is JSON of less than 20,000 bytes", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 9_000 }),
      fc.constantFrom(
        "𝕏".repeat(9_000),
        "\u0001".repeat(9_000),
        '"'.repeat(9_000),
        "\ud800".repeat(9_000),
        "地".repeat(9_000),
      ),
    );
    fc.assert(
      fc.property(text, text, text, text, (title, message, filename, local) => {
        const body = callbackBody({
          ...FACTS,
          title,
          creator: title,
          date: title,
          message,
          filename,
          ark: local,
          localIds: [local, local],
        });
        expect(Buffer.byteLength(body)).toBeLessThan(20_000);
        const [begin] = JSON.parse(body)["job:jobState"]["job:objectTitle"].split("…");
        expect(title.startsWith(begin)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it("cuts at the limit and not before", () => {
    const titled = (title: string) =>
      JSON.parse(callbackBody({ ...FACTS, title }))["job:jobState"]["job:objectTitle"];
    expect(titled("x".repeat(3_000))).toBe("x".repeat(3_000));
    expect(titled("x".repeat(3_001))).toBe(`${"x".repeat(2_997)}…`);
    expect(titled("地".repeat(1_001))).toBe(`${"地".repeat(999)}…`);
  });
});
