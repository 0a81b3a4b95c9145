import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { holdSentence } from "../../core/hold/words.ts";
import { ClockProvider } from "./clock.tsx";
import { Sentence } from "./sentence.tsx";

const hold = {
  at: new Date("2026-01-31T14:32:05Z"),
  by: "Olga",
  reason: "disks are moved, back at 14:00 UTC",
  until: null,
};

/** What a reader in a time zone sees on a page drawn at 15:00 UTC, without its tags. */
const seenIn = (zone: string) =>
  renderToStaticMarkup(
    <ClockProvider atMs={Date.UTC(2026, 0, 31, 15)} zone={zone}>
      <Sentence pieces={holdSentence("The job", hold)} />
    </ClockProvider>,
  );

it("tells its own times in the reader's zone, and leaves what a person typed as it is", () => {
  const seen = seenIn("Asia/Kathmandu");
  expect(seen.replaceAll(/<[^>]*>/g, "")).toBe(
    "The job is held by Olga since 20:17: disks are moved, back at 14:00 UTC.",
  );
  expect(seen).toContain('dateTime="2026-01-31T14:32:05.000Z"');
});

it("is its text to a reader in UTC", () => {
  expect(seenIn("UTC")).toBe(
    "The job is held by Olga since 2026-01-31 14:32 UTC: disks are moved, back at 14:00 UTC.",
  );
});
