import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { type EzidScene, openEzidScene } from "./ezid-scene.ts";

/**
 * One EZID scene for the tests of a file: opened before them, closed after them; before each the fake has no fault, after
 * each all places are free.
 */
export function ezidTests() {
  let scene: EzidScene | undefined;
  const get = (): EzidScene => {
    if (!scene) throw new Error("The scene is there in tests only.");
    return scene;
  };
  beforeAll(async () => {
    scene = await openEzidScene();
  });
  afterAll(() => scene?.end());
  beforeEach(() => get().ezid.control({ clear: "all" }));
  afterEach(async () => {
    await get().db.slot.updateMany({ data: { holder: null, until: null } });
  });
  return {
    get scene() {
      return get();
    },
    /** The calls since a place in the fake's log, as act and answer. */
    callsSince: (start: number): string[] =>
      get()
        .ezid.log.slice(start)
        .map(({ act, line }) => `${act} ${line.replace(/ark:\S+/, "ARK")}`),
  };
}
