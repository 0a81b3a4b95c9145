// GroupMQ: one group per lane, handlers that do nothing.
import { eachLane, input, load, openWitness, within } from "./witness.mjs";

const { Queue, Worker } = await load("groupmq");
const { default: Redis } = await load("ioredis");

async function measure(namespace, lanes, batches) {
  const redis = new Redis(input.url, { maxRetriesPerRequest: null });
  const queue = new Queue({ redis, namespace });
  const witness = openWitness(lanes, batches);
  await eachLane(lanes, async (lane) => {
    for (let place = 0; place < witness.perLane; place += 1)
      await queue.add({ groupId: `lane-${lane}`, data: { lane, place }, orderMs: place + 1 });
  });
  const handler = async ({ data: { lane, place } }) => {
    witness.begin(lane, place);
    witness.end(lane, place);
  };
  const worker = new Worker({ queue, handler, concurrency: input.atOnce });
  const began = performance.now();
  worker.run();
  await within(120, witness.done, "GroupMQ");
  const seconds = (performance.now() - began) / 1000;
  await worker.close();
  await queue.close();
  redis.disconnect();
  return witness.result(seconds);
}

await measure(`warm-${input.lanes}-${input.pass}`, 10, 400);
console.log(JSON.stringify(await measure(`lanes-${input.lanes}-${input.pass}`, input.lanes, input.batches)));
process.exit(0);
