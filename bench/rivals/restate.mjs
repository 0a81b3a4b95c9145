// Restate: a virtual object per lane, its own durable log, handlers that do nothing. It needs Node 22.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http2";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { eachLane, input, load, openWitness, within } from "./witness.mjs";

process.env.RESTATE_LOGGING = "ERROR";
const restate = await load("@restatedev/restate-sdk");

const LOOPBACK = "127.0.0.1";

async function freePort() {
  const server = net.createServer().listen(0, LOOPBACK);
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

/** Its server as it comes, with its log synced, on loopback and telling nobody. */
async function startServer() {
  const [ingress, admin, node] = [await freePort(), await freePort(), await freePort()];
  const folder = await mkdtemp(path.join(os.tmpdir(), "waybill-bench-restate-"));
  const child = spawn(input.server, ["--no-logo", "--base-dir", folder], {
    stdio: "ignore",
    env: {
      ...process.env,
      RESTATE_BIND_IP: LOOPBACK,
      RESTATE_ADVERTISED_HOST: LOOPBACK,
      RESTATE_LISTEN_MODE: "tcp",
      RESTATE_BIND_PORT: String(node),
      RESTATE_INGRESS__BIND_PORT: String(ingress),
      RESTATE_ADMIN__BIND_PORT: String(admin),
      RESTATE_DISABLE_TELEMETRY: "true",
      RESTATE_LOG_FILTER: "error",
    },
  });
  process.once("exit", () => child.kill("SIGKILL"));
  return {
    ingress: `http://${LOOPBACK}:${ingress}`,
    admin: `http://${LOOPBACK}:${admin}`,
    stop: async () => {
      child.kill("SIGKILL");
      await once(child, "close");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function post(url, body) {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${(await answer.text()).slice(0, 300)}`);
  await answer.body?.cancel();
}

async function untilThere(url) {
  for (;;) {
    const isThere = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isThere) return;
    await sleep(100);
  }
}

const server = await startServer();
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
const endpoint = createServer(restate.createEndpointHandler({ services: [lane] }));
endpoint.listen(0, LOOPBACK);
await once(endpoint, "listening");
await within(60, untilThere(`${server.admin}/health`), "Restate's start");
await post(`${server.admin}/deployments`, { uri: `http://${LOOPBACK}:${endpoint.address().port}` });

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
