// A plain BullMQ worker without order: for each batch one POST to the ledger, then one question for its status.
import { Queue, Worker } from "bullmq";
import { request } from "undici";
import { input, within } from "./witness.mjs";

const connection = { url: input.url, maxRetriesPerRequest: null };

async function submit({ url, id, body }) {
  const headers = { "content-type": "application/octet-stream" };
  const posted = await request(`${url}/batches`, {
    method: "POST",
    headers,
    body: Buffer.from(body, "base64"),
  });
  if (posted.statusCode !== 202) throw new Error(`the ledger answered ${posted.statusCode}`);
  await posted.body.dump();
  const asked = await request(`${url}/batch_statuses?id=${id}`);
  const { data } = await asked.body.json();
  if (data[0]?.status !== "COMMITTED") throw new Error(`the batch is ${data[0]?.status}`);
}

async function measure(name, batches, act) {
  const queue = new Queue(name, { connection });
  const options = { removeOnComplete: true, removeOnFail: true };
  await queue.addBulk(batches.map((batch) => ({ name: "batch", data: batch, opts: options })));
  const worker = new Worker(name, ({ data }) => act(data), {
    connection,
    concurrency: input.atOnce,
    autorun: false,
  });
  let ended = 0;
  const done = new Promise((resolve, reject) => {
    worker.on("failed", (_, error) => reject(error));
    worker.on("completed", () => {
      ended += 1;
      if (ended === batches.length) resolve();
    });
  });
  await worker.waitUntilReady();
  const began = performance.now();
  void worker.run();
  await within(120, done, "the plain worker");
  const seconds = (performance.now() - began) / 1000;
  await worker.close();
  await queue.close();
  return batches.length / seconds;
}

// the first calls warm up the process; a question changes nothing at the ledger
const ask = async ({ url, id }) => (await request(`${url}/batch_statuses?id=${id}`)).body.dump();
await measure("plain-warm", input.batches.slice(0, 300), ask);
console.log(JSON.stringify({ perSecond: await measure("plain", input.batches, submit) }));
process.exit(0);
