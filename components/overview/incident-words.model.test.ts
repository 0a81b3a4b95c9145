import { describe, expect, it } from "vitest";
import type { IncidentView } from "../../core/contracts/incident-views.ts";
import { JOB_STATES } from "../../core/job/states.ts";
import { incident } from "../testing/overview.ts";
import { incidentRate, incidentSentence, resumedSentence } from "./incident-words.model.ts";

const SAID: readonly (readonly [Partial<IncidentView>, string])[] = [
  [{}, "412 jobs failed while their files were being fetched from example.org."],
  [{ count: 1 }, "1 job failed while its files were being fetched from example.org."],
  [
    { count: 10_000, countIsMore: true },
    "More than 10,000 jobs failed while their files were being fetched from example.org.",
  ],
  [{ stage: "Processing", host: null }, "412 jobs failed while they were being stored."],
  [{ stage: "Processing", host: null, count: 1 }, "1 job failed while it was being stored."],
  [{ stage: "Recording", host: null }, "412 jobs failed while they were being entered in the inventory."],
  [{ stage: "Pending", host: null }, "412 jobs failed before work on them began."],
  [{ stage: "Pending", host: null, count: 1 }, "1 job failed before work on it began."],
  [{ stage: "Notify", host: null }, "412 jobs failed after they had been stored."],
  [{ stage: null, host: null }, "412 jobs failed."],
];

describe("an incident in words", () => {
  it.each(SAID)("%j", (part, sentence) => expect(incidentSentence(incident(part))).toBe(sentence));

  it("leaves no gap in a sentence, whatever the stage", () => {
    for (const stage of JOB_STATES)
      for (const jobs of [1, 2])
        expect(incidentSentence(incident({ stage, count: jobs, host: null }))).toMatch(/^[^{}]*[a-z]\.$/);
  });

  it("tells its rate and what resuming has done", () => {
    expect(incidentRate(incident({ lastHour: 0 }))).toBe("none in the last hour");
    expect(incidentRate(incident({ count: 1_200, lastHour: 1_200 }))).toBe("1,200 in the last hour");
    // 10,000 are counted at most
    const many = { count: 10_000, countIsMore: true };
    expect(incidentRate(incident({ ...many, lastHour: 10_000 }))).toBe("10,000 or more in the last hour");
    expect(incidentRate(incident({ ...many, lastHour: 9_999 }))).toBe("9,999 in the last hour");
    expect(resumedSentence({ resumed: 1, refused: [] })).toBe("1 job resumed.");
    const refused = [
      { code: "not_resumable", message: "Its payload was corrupt.", count: 2, jobId: "jid-1" },
    ];
    expect(resumedSentence({ resumed: 410, refused })).toBe(
      "410 jobs resumed. 2 jobs could not be resumed: Its payload was corrupt.",
    );
  });
});
