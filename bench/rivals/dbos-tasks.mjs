// DBOS Transact: a workflow of three steps that do nothing; started by the process that runs it, which is its fastest way,
// or by way of one of its queues.
import { measure } from "./three-steps.mjs";
import { input, load } from "./witness.mjs";

const { DBOS } = await load("@dbos-inc/dbos-sdk");

const step = (name, place) => DBOS.runStep(async () => place, { name });
const workflow = DBOS.registerWorkflow(
  async (place) => {
    const one = await step("one", place);
    const two = await step("two", one);
    return step("three", two);
  },
  { name: "three-steps" },
);

DBOS.setConfig({
  name: "waybill-bench",
  applicationVersion: "1",
  systemDatabaseUrl: input.url,
  systemDatabasePoolSize: 20,
  logLevel: "error",
  runAdminServer: false,
});
await DBOS.launch();
if (input.queue) await DBOS.registerQueue(input.queue);
const start = (place) => DBOS.startWorkflow(workflow, input.queue ? { queueName: input.queue } : {})(place);
const result = await measure({
  handIn: async (place) => ({ end: (await start(place)).getResult() }),
  run: async (place) => (await start(place)).getResult(),
});
await DBOS.shutdown();
console.log(JSON.stringify(result));
process.exit(0);
