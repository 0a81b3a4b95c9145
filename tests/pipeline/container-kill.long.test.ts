import { describe, expect, it } from "vitest";
import { bigZip } from "../containers/big-zip.ts";
import { makeInstallation } from "./installation.ts";
import { startWorker } from "./worker-process.ts";

describe("a worker killed over a container", () => {
  it.each([
    ["Downloading:listed", 1],
    ["Downloading:entry", 250],
    ["Downloading:unpacked", 1],
  ])(
    "at %s, the time %i: another one goes on, and nothing that was verified is unpacked again",
    async (point, time) => {
      const site = await makeInstallation({ env: { LEASE_MS: "1500" } });
      const victim = await startWorker({ ...site.workerEnv, FAULT_POINTS: `${point}:kill:${time}` });
      const batchId = await site.deposit(bigZip(500), { filename: "many.zip" });
      expect(await victim.ended).toBe("SIGKILL");
      const survivor = await startWorker(site.workerEnv);
      try {
        await site.batchReaches(batchId, "Completed", 60_000);
        const files = await site.ctx.db.jobFile.findMany({ where: { job: { batchId } } });
        expect(files).toHaveLength(500);
        expect(new Set(files.map(({ attempts }) => attempts))).toEqual(new Set([1]));
        const version = await site.ctx.db.objectVersion.findFirstOrThrow({ where: { batchId } });
        expect(version).toMatchObject({ version: 1, fileCount: 507 });
      } finally {
        await survivor.stop();
        await site.end();
      }
    },
  );
});
