import type { Socket } from "node:net";
import type { FaultProxySeen, Pair, ReadRequests, Trap, Weather } from "./weather.ts";

/** Carries bytes both ways as the weather allows. */
export function relay(
  pair: Pair,
  weather: Weather,
  seen: FaultProxySeen,
  readRequests: ReadRequests = () => [],
): void {
  const { client, server } = pair;
  const limitBytes = weather.limitBytes;
  let isSwallowing = false;
  let isLast = false;
  let takenBytes = 0;
  const cut = () => {
    seen.cuts += 1;
    client.resetAndDestroy();
    server.destroy();
  };
  const later = (act: () => void) =>
    weather.latencyMs > 0 ? void setTimeout(act, weather.latencyMs) : act();
  client.on("data", (chunk) => {
    if (pair.isDead) return;
    const trap = takeTrap(weather, readRequests(chunk));
    if (trap?.cut === "before") return cut();
    if (trap?.cut === "after") isSwallowing = true;
    if (trap?.cut === "between") isLast = true;
    later(() => write(server, chunk));
  });
  server.on("data", (chunk) => {
    if (pair.isDead) return;
    if (isSwallowing) {
      seen.swallowedBytes += chunk.length;
      return cut();
    }
    takenBytes += chunk.length;
    if (isLast && isAnswered(chunk)) {
      seen.cuts += 1;
      server.destroy();
      // the answer arrives before the end
      client.end(chunk);
      return;
    }
    if (limitBytes === undefined || takenBytes <= limitBytes) return later(() => write(client, chunk));
    write(client, chunk.subarray(0, limitBytes - (takenBytes - chunk.length)));
    cut();
  });
  const endOther = (other: Socket) => () => {
    if (!pair.isDead) later(() => other.end());
  };
  client.on("end", endOther(server));
  server.on("end", endOther(client));
  client.once("close", () => server.destroy());
  // a blackhole does not even tell that the other side has gone
  server.once("close", () => {
    if (!pair.isDead) later(() => client.destroy());
  });
}

/** What PostgreSQL ends each answer with: it is ready for the next statement. Source: PostgreSQL 15, 55.7, ReadyForQuery. */
const READY = [0x5a, 0, 0, 0, 5];

function isAnswered(chunk: Buffer): boolean {
  const end = chunk.subarray(-READY.length - 1, -1);
  return end.equals(Buffer.from(READY));
}

function write(socket: Socket, chunk: Buffer): void {
  if (socket.writable) socket.write(chunk);
}

/** The first trap one of the requests falls into; it is used up by one. */
function takeTrap(weather: Weather, requests: readonly string[]): Trap | undefined {
  const trap = weather.traps.find(({ fits }) => requests.some(fits));
  if (!trap) return undefined;
  weather.traps = weather.traps.flatMap((one) =>
    one !== trap ? [one] : one.times > 1 ? [{ ...one, times: one.times - 1 }] : [],
  );
  return trap;
}
