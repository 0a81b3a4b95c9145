import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { connect } from "../../prisma/client.ts";
import { writeEvent } from "../../prisma/store/event.ts";
import { execute, siblingUrl } from "../../scripts/db/database.ts";
import { deploy } from "../../scripts/db/deploy.ts";
import { readMigrations } from "../../scripts/db/migrations.ts";
import { type HandWorker, openHandWorker } from "../../tests/pipeline/hand-worker.ts";
import { type Installation, makeInstallation } from "../../tests/pipeline/installation.ts";

let installation: Installation;
let worker: HandWorker;
beforeAll(async () => {
  installation = await makeInstallation();
  worker = await openHandWorker(installation);
});
afterAll(async () => {
  await worker.end();
  await installation.end();
});

const collections = async () =>
  installation.ctx.db.event.groupBy({ by: ["kind", "collectionId"], where: { batchId: { not: null } } });

it("an event of a batch has its collection, whatever wrote it", async () => {
  const { db } = installation.ctx;
  const batchId = await installation.deposit("hello", { filename: "hello.txt", type: "file" });
  await worker.workAll("lane", "batch", "job");
  await writeEvent(db, { kind: "batch.noted", batchId, actor: "Olga" });
  const { collectionId } = await db.batch.findUniqueOrThrow({ where: { id: batchId } });
  const kinds = await collections();
  expect(kinds.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(["batch.accepted", "batch.moved", "job.accepted", "job.moved", "batch.noted"]),
  );
  expect(new Set(kinds.map((one) => one.collectionId))).toEqual(new Set([collectionId]));
});

it("an event of nothing that is a batch's has none", async () => {
  const { db } = installation.ctx;
  await writeEvent(db, { kind: "lane.held", actor: "Olga" });
  expect(await db.event.findFirst({ where: { kind: "lane.held" } })).toMatchObject({ collectionId: null });
});

it("events from before get theirs, in their order and still unchangeable", async () => {
  const name = `t_${randomBytes(8).toString("hex")}`;
  const url = siblingUrl(inject("postgres"), name);
  await execute(inject("postgres"), `create database ${name}`);
  try {
    const migrations = await readMigrations();
    const at = migrations.findIndex((one) => one.name.endsWith("_add_collection_of_events"));
    await deploy(url, migrations.slice(0, at));
    await execute(
      url,
      `INSERT INTO lane (id, service_id) VALUES ('l', 'l');
      INSERT INTO collection (id, slug, name, lane_id) VALUES ('c', 'c', 'c', 'l');
      INSERT INTO profile_version (id, collection_id, version, settings, created_by) VALUES ('p', 'c', 1, '{}', 'x');
      INSERT INTO batch (id, collection_id, profile_version_id, lane_id, lane_seq, submitter, kind, deposit, payload_filename,
        payload_size, payload_sha256) VALUES ('b', 'c', 'p', 'l', 1, 'x', 'SingleFile', '{}', 'x', 1, 'x');
      INSERT INTO event (kind, batch_id, actor) VALUES ('batch.accepted', 'b', 'x'), ('lane.held', NULL, 'x'), ('batch.moved', 'b', 'x')`,
    );
    await deploy(url, migrations);
    const db = connect(url, { max: 1, name: "test" });
    expect(
      await db.event.findMany({ select: { kind: true, collectionId: true }, orderBy: { id: "asc" } }),
    ).toEqual([
      { kind: "batch.accepted", collectionId: "c" },
      { kind: "lane.held", collectionId: null },
      { kind: "batch.moved", collectionId: "c" },
    ]);
    await db.$disconnect();
    await expect(execute(url, "UPDATE event SET collection_id = 'd'")).rejects.toThrow(/only ever added to/);
  } finally {
    await execute(inject("postgres"), `drop database ${name} with (force)`);
  }
});
