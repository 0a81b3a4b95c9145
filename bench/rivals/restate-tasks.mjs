// Restate: a service whose handler has three steps that do nothing, each in its durable log. It needs Node 22.
import { post, startRestate } from "./restate-server.mjs";
import { measure } from "./three-steps.mjs";
import { load } from "./witness.mjs";

process.env.RESTATE_LOGGING = "ERROR";
const restate = await load("@restatedev/restate-sdk");

const ends = new Map();
const task = restate.service({
  name: "task",
  handlers: {
    run: async (ctx, { place, id }) => {
      const one = await ctx.run("one", () => place);
      const two = await ctx.run("two", () => one);
      const three = await ctx.run("three", () => two);
      ends.get(id)?.();
      return three;
    },
  },
});
const server = await startRestate(restate, [task]);

let number = 0;
const result = await measure({
  handIn: async (place) => {
    number += 1;
    const id = String(number);
    const end = new Promise((resolve) => ends.set(id, resolve));
    await post(`${server.ingress}/task/run/send`, { place, id });
    return { end };
  },
  run: (place) => post(`${server.ingress}/task/run`, { place, id: "" }),
});
await server.stop();
console.log(JSON.stringify(result));
process.exit(0);
