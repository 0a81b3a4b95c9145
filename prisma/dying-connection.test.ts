import { type AddressInfo, createServer, type Server } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connect } from "./client.ts";

/** A message of PostgreSQL's protocol. Source: PostgreSQL 18, 54.7 Message Formats. */
function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const AUTHENTICATED = message("R", Buffer.alloc(4));
const READY = message("Z", Buffer.from("I"));
const GOODBYE = message(
  "E",
  Buffer.from("SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0"),
);

let server: Server;
beforeAll(async () => {
  // ready and ended in one breath, as a server does that is told to stop while somebody connects
  server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => socket.end(Buffer.concat([AUTHENTICATED, READY, GOODBYE])));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

it("a connection that is ended as it is made is an error of who asked for it, and does not end the process", async () => {
  const uncaught: unknown[] = [];
  const take = (error: unknown) => void uncaught.push(error);
  process.on("uncaughtException", take);
  const { port } = server.address() as AddressInfo;
  const db = connect(`postgresql://waybill@127.0.0.1:${port}/waybill`, { max: 2, name: "test" });
  try {
    for (const ask of [
      () => db.transact((sql) => sql.$queryRaw`SELECT 1`),
      () => db.$queryRaw`SELECT 1`,
      () => db.$transaction((tx) => tx.lane.count()),
      () => db.lane.count(),
    ])
      await expect(ask()).rejects.toThrow();
    await new Promise((resolve) => setImmediate(resolve));
    expect(uncaught).toEqual([]);
  } finally {
    process.off("uncaughtException", take);
    await db.$disconnect();
  }
});
