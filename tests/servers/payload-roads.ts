import { afterAll, beforeAll, describe } from "vitest";
import { type LargeFiles, openLargeFiles } from "../../adapters/bytes/large-files.ts";

/** The two ways a file is written: here, or as a large one on a thread. */
const ROADS = ["written here", "written on a thread"] as const;

let now: LargeFiles | undefined;

/** What the payload sources made now write with; undefined: they write here. */
export function largeNow(): LargeFiles | undefined {
  return now;
}

/** The same tests over both. On a thread, bytes are written a hundred at a time. */
export function onBothRoads(tests: () => void): void {
  describe.each(ROADS)("%s:", (road) => {
    beforeAll(() => {
      const isLarge = road === "written on a thread";
      now = isLarge ? openLargeFiles({ fromSources: true, fromBytes: 1, slotBytes: 100 }) : undefined;
    });
    afterAll(async () => {
      await now?.close();
      now = undefined;
    });
    tests();
  });
}
