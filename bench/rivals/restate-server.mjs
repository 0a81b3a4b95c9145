// Restate's server as it comes, with its log synced, on loopback and telling nobody.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http2";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { input, within } from "./witness.mjs";

const LOOPBACK = "127.0.0.1";

async function freePort() {
  const server = net.createServer().listen(0, LOOPBACK);
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

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

/** Posts JSON and answers with what comes back, as text. */
export async function post(url, body) {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text.slice(0, 300)}`);
  return text;
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

/** Starts it with services whose handlers are in this process. `ingress`: where they are called. */
export async function startRestate(restate, services) {
  const server = await startServer();
  const endpoint = createServer(restate.createEndpointHandler({ services }));
  endpoint.listen(0, LOOPBACK);
  await once(endpoint, "listening");
  await within(60, untilThere(`${server.admin}/health`), "Restate's start");
  await post(`${server.admin}/deployments`, { uri: `http://${LOOPBACK}:${endpoint.address().port}` });
  return { ingress: server.ingress, stop: server.stop };
}
