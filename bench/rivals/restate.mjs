// Restate: a virtual object per lane, its own durable log, handlers that do nothing. It needs Node 22.
import { post, startRestate } from "./restate-server.mjs";
import { eachLane, input, load, openWitness, within } from "./witness.mjs";

process.env.RESTATE_LOGGING = "ERROR";
const restate = await load("@restatedev/restate-sdk");

let witness;
let gate;
/** The first of each lane waits until all have been handed in, as the others do behind it. */
const lane = restate.object({
  name: "lane",
  handlers: {
    run: async (_, { lane, place }) => {
      await gate;
      witness.begin(lane, place);
      witness.end(lane, place);
    },
  },
});
const server = await startRestate(restate, [lane]);

async function measure(name, lanes, batches) {
  let open;
  gate = new Promise((resolve) => {
    open = resolve;
  });
  witness = openWitness(lanes, batches);
  await eachLane(lanes, async (number) => {
    for (let place = 0; place < witness.perLane; place += 1)
      await post(`${server.ingress}/lane/${name}-${number}/run/send`, { lane: number, place });
  });
  const began = performance.now();
  open();
  await within(300, witness.done, "Restate");
  return witness.result((performance.now() - began) / 1000);
}

await measure("warm", 10, 400);
const result = await measure("lane", input.lanes, input.batches);
await server.stop();
console.log(JSON.stringify(result));
process.exit(0);
