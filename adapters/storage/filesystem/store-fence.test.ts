import { EventEmitter, once } from "node:events";
import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { WaybillError } from "../../../core/errors.ts";
import type { StoreFile } from "../../../core/storage/ports.ts";
import { treeOf, versionOf } from "../../../tests/fixtures/ocfl/deposits.ts";
import { meansNow, onEachRoad } from "../../../tests/fixtures/ocfl/roads.ts";
import { makeSite } from "../../../tests/fixtures/ocfl/site.ts";
import type { StoreStep } from "./steps.ts";
import { createOcflStore } from "./store.ts";
import { sweepStaging } from "./sweep-staging.ts";

const ID = "ark:/99999/fk4fence";

/** A store whose put stops at a step until `wake` is called; `stopped` is fulfilled when it has stopped. */
function pausingStore(root: string, staging: string, at: StoreStep) {
  const events = new EventEmitter();
  const stopped = once(events, "stopped");
  const woken = once(events, "woken");
  const step = async (name: StoreStep): Promise<void> => {
    if (name !== at) return;
    events.emit("stopped");
    await woken;
  };
  return {
    store: createOcflStore({ ...meansNow(), root, staging, step }),
    stopped,
    wake: () => events.emit("woken"),
  };
}

/** Pauses a put of `mine`, lets another worker put `theirs`, wakes the first and returns how it ended. */
async function overtake(
  site: Awaited<ReturnType<typeof makeSite>>,
  version: number,
  at: StoreStep,
  mine: readonly StoreFile[],
  theirs: readonly StoreFile[],
) {
  const paused = pausingStore(site.root, site.staging, at);
  const slow = Promise.allSettled([paused.store.put(versionOf(ID, version, mine))]);
  await paused.stopped;
  await site.store.put(versionOf(ID, version, theirs));
  const tree = await treeOf(site.root);
  paused.wake();
  const [end] = await slow;
  expect(await treeOf(site.root)).toEqual(tree);
  expect(await site.errors()).toEqual([]);
  expect(await site.staged()).toEqual([]);
  return end.status;
}

onEachRoad(() => {
  describe("a put that was paused while another worker put the same version", () => {
    const steps = ["file-stored", "content-stored", "inventory-written", "version-synced"] as const;

    it.each(steps)("fails and changes nothing when it stood at %s of a first version", async (at) => {
      const site = await makeSite();
      const files = await site.sources({ a: "1", b: "2" });
      expect(await overtake(site, 1, at, files, files)).toBe("rejected");
    });

    it("finds the version stored when it had not begun yet", async () => {
      const site = await makeSite();
      const files = await site.sources({ a: "1", b: "2" });
      // in one go it does not look again, and is run again
      const end = meansNow().threads ? "rejected" : "fulfilled";
      expect(await overtake(site, 1, "work-made", files, files)).toBe(end);
    });

    it.each([...steps, "version-placed", "inventory-placed"] as const)(
      "fails and changes nothing when it stood at %s of an update",
      async (at) => {
        const site = await makeSite();
        await site.store.put(versionOf(ID, 1, await site.sources({ a: "1" })));
        const files = await site.sources({ a: "2", b: "1" });
        expect(await overtake(site, 2, at, files, files)).toBe("rejected");
      },
    );

    it.each(["work-made", ...steps, "version-placed"] as const)(
      "changes nothing of other files, when it stood at %s",
      async (at) => {
        const site = await makeSite();
        await site.store.put(versionOf(ID, 1, await site.sources({ a: "1" })));
        const [mine, theirs] = [await site.sources({ a: "mine" }), await site.sources({ a: "theirs" })];
        expect(await overtake(site, 2, at, mine, theirs)).toBe("rejected");
      },
    );
  });

  describe("sweepStaging", () => {
    it("removes only what nobody touched for long", async () => {
      const { staging } = await makeSite();
      const long = new Date("2026-01-01T00:00:00Z");
      for (const name of ["old", "fresh"]) {
        await mkdir(join(staging, name, "put"), { recursive: true });
        await writeFile(join(staging, name, "put", "file"), "x");
      }
      await writeFile(join(staging, "old-file"), "x");
      for (const path of ["old/put", "old", "old-file", "fresh"])
        await utimes(join(staging, path), long, long);
      await sweepStaging(staging, new Date("2026-01-02T00:00:00Z"));
      expect(await readdir(staging)).toEqual(["fresh"]);
    });
  });

  describe("a put that is no longer wanted when its version would become visible", () => {
    it.each([1, 2])("leaves nothing of version %i behind", async (version) => {
      const site = await makeSite();
      await site.store.put(versionOf("ark:/99999/fk4other", 1, await site.sources({ a: "1" })));
      if (version === 2) await site.store.put(versionOf(ID, 1, await site.sources({ a: "1" })));
      const before = await treeOf(site.root);
      const request = versionOf(ID, version, await site.sources({ a: "1", b: "2" }));
      const gone = new WaybillError("lease_lost", "The lease is lost.");
      const put = site.store.put({
        ...request,
        mayPlace: async () => {
          throw gone;
        },
      });
      await expect(put).rejects.toBe(gone);
      expect(await treeOf(site.root)).toEqual(before);
      expect(await site.staged()).toEqual([]);
      expect((await site.store.put(request)).version).toBe(version);
      expect(await site.errors()).toEqual([]);
    });
  });
});
