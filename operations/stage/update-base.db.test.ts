import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { validateStorageRoot } from "../../adapters/storage/ocfl/validate.ts";
import { WaybillError } from "../../core/errors.ts";
import { type DepositScene, makeDepositScene } from "../../tests/factories/deposit-scene.ts";
import { deleteJob } from "../job/delete.ts";
import { forceFail } from "../job/force-fail.ts";

const reason = "it was the wrong deposit";
let scene: DepositScene;
/** What happens when the next job reaches Recording. */
let atRecording: (() => Promise<void>) | undefined;

beforeAll(async () => {
  scene = await makeDepositScene({}, async (name) => {
    if (name !== "Recording:before") return;
    const act = atRecording;
    atRecording = undefined;
    await act?.();
  });
});
afterAll(() => scene.end());

const objectOf = (ark: string) =>
  scene.ctx.db.storedObject.findUniqueOrThrow({
    where: { ark },
    include: { versions: { orderBy: { version: "asc" } } },
  });

async function producerFilesOf(ark: string, version: number): Promise<Record<string, string>> {
  const files = Object.entries(await scene.filesOf(ark, version));
  return Object.fromEntries(files.filter(([name]) => name.startsWith("producer/")));
}

/** What storage itself has: the newest version, and the logical paths of each. */
async function inStorage(ark: string) {
  const { root } = await objectOf(ark);
  const inventory = JSON.parse(await readFile(path.join(scene.root, root ?? "", "inventory.json"), "utf8"));
  const versions: Record<string, { state: Record<string, string[]> }> = inventory.versions;
  const pathsOf = (version: string) =>
    Object.values(versions[version]?.state ?? {})
      .flat()
      .filter((name) => name.startsWith("producer/"))
      .sort();
  return { head: inventory.head as string, pathsOf };
}

/** Works until nothing is due; a worker whose job a person has taken stops because of that. */
async function workPast(): Promise<void> {
  await scene.work().catch((error: unknown) => {
    if (!(error instanceof WaybillError) || error.code !== "lease_lost") throw error;
  });
}

/** How a job gets to Failed between its version in storage and its row in the inventory. */
const FAILURES: Readonly<Record<string, (batchId: string) => Promise<void>>> = {
  "fails before Recording": async () => {
    throw new WaybillError("storage_failed", "The storage went away.");
  },
  "is made to fail before Recording": async (batchId) => {
    await forceFail(scene.ctx, { jobId: (await scene.jobOf(batchId)).id, reason });
  },
};

describe.each(Object.keys(FAILURES))(
  "an update after one that stored its version, %s, and was deleted",
  (how) => {
    it("builds on the newest recorded version, not on what nobody recorded", async () => {
      const localIdentifier = `base ${how}`;
      const first = await scene.ingest(
        { "a.txt": "a1", "b.txt": "b1" },
        { localIdentifier, title: "Elm", creator: "Ada" },
      );
      const ark = first.ark ?? "";

      const lost = await scene.depositFiles(
        { "a.txt": "lost", "c.txt": "lost", "mrt-delete.txt": "b.txt" },
        { localIdentifier, update: "true", title: "Lost" },
      );
      atRecording = () => FAILURES[how]?.(lost) ?? Promise.resolve();
      await workPast();
      const { id: lostId, state } = await scene.jobOf(lost);
      expect(state).toBe("Failed");
      expect(await objectOf(ark)).toMatchObject({ version: 1, what: "Elm", busyJobId: lostId });
      const stored = await inStorage(ark);
      expect([stored.head, stored.pathsOf("v2")]).toEqual(["v2", ["producer/a.txt", "producer/c.txt"]]);

      await deleteJob(scene.ctx, { jobId: lostId, reason });
      expect(await objectOf(ark)).toMatchObject({ version: 1, busyJobId: null });

      const next = await scene.ingest({ "d.txt": "d3" }, { localIdentifier, update: "true" });
      expect(next).toMatchObject({
        state: "Completed",
        ark,
        title: "Elm",
        creator: "Ada",
        errorMessage: null,
      });
      expect(await producerFilesOf(ark, 3)).toEqual({
        "producer/a.txt": "a1",
        "producer/b.txt": "b1",
        "producer/d.txt": "d3",
      });
      const object = await objectOf(ark);
      expect(object).toMatchObject({ version: 3, what: "Elm", who: "Ada", busyJobId: null });
      // a number nobody recorded is not used again: storage has that version for good
      expect(object.versions.map(({ version, jobId }) => [version, jobId])).toEqual([
        [1, first.id],
        [3, next.id],
      ]);
      const after = await inStorage(ark);
      expect([after.head, after.pathsOf("v2")]).toEqual(["v3", ["producer/a.txt", "producer/c.txt"]]);
      expect(after.pathsOf("v3")).toEqual(["producer/a.txt", "producer/b.txt", "producer/d.txt"]);
      expect((await validateStorageRoot(scene.root)).filter(({ code }) => code.startsWith("E"))).toEqual([]);
    });

    it("cannot delete a file that only the unrecorded version has", async () => {
      const localIdentifier = `list ${how}`;
      const { ark } = await scene.ingest({ "a.txt": "a1" }, { localIdentifier });
      const lost = await scene.depositFiles({ "c.txt": "lost" }, { localIdentifier, update: "true" });
      atRecording = () => FAILURES[how]?.(lost) ?? Promise.resolve();
      await workPast();
      await deleteJob(scene.ctx, { jobId: (await scene.jobOf(lost)).id, reason });
      const refused = await scene.ingest({ "mrt-delete.txt": "c.txt" }, { localIdentifier, update: "true" });
      expect(refused).toMatchObject({ state: "Failed", errorCode: "delete_list_invalid" });
      expect(await objectOf(ark ?? "")).toMatchObject({ version: 1, busyJobId: null });
    });
  },
);
