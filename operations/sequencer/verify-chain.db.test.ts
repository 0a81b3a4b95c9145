import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { chainLines } from "../../scripts/verify-chain.ts";
import { makeBatch } from "../../tests/factories/make-batch.ts";
import { makeCollection } from "../../tests/factories/make-collection.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { orderNow } from "../../tests/sequencer/order-now.ts";
import { verifyChain } from "./verify-chain.ts";

let test: TestContext;
let owner: pg.Client;

beforeAll(async () => {
  test = await testContext();
  const collection = await makeCollection(test.ctx.db);
  for (const count of [1, 3, 2]) {
    for (let made = 0; made < count; made += 1) await makeBatch(test.ctx.db, collection);
    await orderNow(test.ctx);
  }
  owner = new pg.Client(test.ownerUrl);
  await owner.connect();
});

afterAll(async () => {
  await owner?.end();
  await test?.end();
});

const verify = (after = 0, forMs = 60_000) => verifyChain(test.ctx, { after, forMs });
const seqs = async () =>
  (await test.ctx.db.sequencerEpoch.findMany({ orderBy: { seq: "asc" } })).map(({ seq }) => Number(seq));

/** Damages the database as nobody but its owner can, with triggers disabled, looks, and takes it back. */
async function damaged(sql: string) {
  await owner.query("SET session_replication_role = replica");
  const { rows: epochs } = await owner.query("SELECT * FROM sequencer_epoch");
  const { rows: items } = await owner.query("SELECT * FROM sequenced");
  const { rows: latest } = await owner.query("SELECT * FROM sequencer_latest");
  await owner.query(sql);
  const found = await verify();
  for (const [table, rows] of [
    ["sequencer_epoch", epochs],
    ["sequenced", items],
    ["sequencer_latest", latest],
  ] as const) {
    await owner.query(`DELETE FROM ${table}`);
    await owner.query(
      `INSERT INTO ${table} SELECT * FROM jsonb_populate_recordset(NULL::${table}, $1::jsonb)`,
      [JSON.stringify(rows)],
    );
  }
  expect((await verify()).fault).toBeNull();
  return found;
}

it("says how many epochs and items are good", async () => {
  const found = await verify();
  expect(found).toMatchObject({
    epochs: 3,
    items: 6,
    unsigned: 0,
    isWhole: true,
    fault: null,
    end: 6,
    from: 1,
  });
  expect(chainLines(found)).toEqual(["Good: 3 epochs with 6 items."]);
});

it("goes on where it stopped, and says how far it got", async () => {
  const [first = 0] = await seqs();
  const rest = await verify(first);
  expect(rest).toMatchObject({ from: 2, epochs: 2, items: 5, isWhole: true });
});

const flip = (column: string) =>
  `${column} = translate(left(${column}, 1), '0123456789abcdef', '123456789abcdef0') || substr(${column}, 2)`;

it.each([
  ["an item's bytes", `UPDATE sequenced SET ${flip("sha256")} WHERE position = 3`, 1, "items"],
  ["an item's place", "UPDATE sequenced SET lane_seq = lane_seq + 1 WHERE position = 4", 1, "items"],
  ["an item that is gone", "DELETE FROM sequenced WHERE position = 2", 1, "items"],
  ["the hash of the items", `UPDATE sequencer_epoch SET ${flip("items_hash")} WHERE first = 2`, 1, "items"],
  ["the hash before", `UPDATE sequencer_epoch SET ${flip("previous_hash")} WHERE first = 2`, 1, "previous"],
  ["an epoch's hash", `UPDATE sequencer_epoch SET ${flip("hash")} WHERE first = 2`, 1, "hash"],
  ["an epoch's time", "UPDATE sequencer_epoch SET at = at + interval '1 ms' WHERE first = 2", 1, "hash"],
  [
    "a signature",
    "UPDATE sequencer_epoch SET signature = translate(left(signature, 1), 'A', 'C') || 'x' || substr(signature, 3) WHERE first = 2",
    1,
    "signature",
  ],
  ["a signature that is gone", "UPDATE sequencer_epoch SET signature = NULL WHERE first = 2", 1, "signature"],
  ["an unknown signer", `UPDATE sequencer_epoch SET ${flip("signer")} WHERE first = 2`, 1, "signature"],
  ["an epoch that is gone", "DELETE FROM sequencer_epoch WHERE first = 2", 2, "positions"],
  ["a gap in the positions", "UPDATE sequencer_epoch SET first = 3 WHERE first = 2", 1, "positions"],
  ["an end that is gone", "DELETE FROM sequencer_epoch WHERE first = 5", 1, "end"],
  ["another last epoch", `UPDATE sequencer_latest SET ${flip("hash")}`, 2, "end"],
])("B8: finds %s, and names the first epoch that is bad", async (_, sql, place, kind) => {
  const all = await seqs();
  const found = await damaged(sql);
  expect(found.fault).toMatchObject({ seq: all[place], kind });
  expect(found.isWhole).toBe(false);
  expect(chainLines(found)[0]).toMatch(/^Epoch \d+: /);
});
