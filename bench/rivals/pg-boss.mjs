// pg-boss with `key_strict_fifo`: one singletonKey per lane, loops of fetch and complete, handlers that do nothing.
import { setTimeout as sleep } from "node:timers/promises";
import { eachLane, input, load, openWitness, within } from "./witness.mjs";

const { PgBoss } = await load("pg-boss");

async function measure(boss, queue, lanes, batches) {
  await boss.createQueue(queue, { policy: "key_strict_fifo" });
  const witness = openWitness(lanes, batches);
  // one by one within a lane: the rows of one bulk insert have no order among them
  await eachLane(lanes, async (lane) => {
    for (let place = 0; place < witness.perLane; place += 1)
      await boss.send(queue, { lane, place }, { singletonKey: `lane-${lane}` });
  });
  let isOver = false;
  const loop = async () => {
    while (!isOver) {
      const jobs = await fetchOne(boss, queue);
      for (const { id, data } of jobs) {
        witness.begin(data.lane, data.place);
        witness.end(data.lane, data.place);
        await boss.complete(queue, id);
      }
      if (jobs.length === 0) await sleep(1);
    }
  };
  const began = performance.now();
  // more loops than lanes would only fetch in vain
  const loops = Array.from({ length: Math.min(input.atOnce, lanes) }, loop);
  await within(300, Promise.race([witness.done, Promise.all(loops)]), "pg-boss");
  const seconds = (performance.now() - began) / 1000;
  isOver = true;
  await Promise.all(loops);
  return witness.result(seconds);
}

/** Two loops may fetch jobs of one key at once; its unique index lets one of them through. */
async function fetchOne(boss, queue) {
  try {
    return await boss.fetch(queue);
  } catch (error) {
    if (error.code === "23505") return [];
    throw error;
  }
}

const boss = new PgBoss({ connectionString: input.url, max: input.atOnce });
boss.on("error", (error) => console.error(error));
await boss.start();
await measure(boss, "warm", 10, 200);
console.log(JSON.stringify(await measure(boss, "lanes", input.lanes, input.batches)));
process.exit(0);
