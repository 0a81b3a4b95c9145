import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A TCP proxy on 127.0.0.1 whose connections, open and new, can stand still for a while and then go on where they were. */
export type StallingProxy = {
  urlOf(url: string): string;
  stall(): void;
  goOn(): void;
  close(): Promise<void>;
};

export async function startStallingProxy(targetPort: number): Promise<StallingProxy> {
  const sockets = new Set<Socket>();
  let isStalled = false;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("close", () => sockets.delete(socket));
    if (isStalled) socket.pause();
  };
  const join = (from: Socket, to: Socket) => {
    from.on("data", (chunk: Buffer) => to.write(chunk));
    from.once("close", () => to.destroy());
    if (isStalled) from.pause();
  };
  const listener = createServer({ noDelay: true }, (client) => {
    const server = connect({ port: targetPort, host: "127.0.0.1", noDelay: true });
    for (const socket of [client, server]) keep(socket);
    join(client, server);
    join(server, client);
  });
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const { port } = listener.address() as AddressInfo;
  return {
    urlOf: (url) => {
      const changed = new URL(url);
      changed.port = String(port);
      return changed.href;
    },
    stall: () => {
      isStalled = true;
      for (const socket of sockets) socket.pause();
    },
    goOn: () => {
      isStalled = false;
      for (const socket of sockets) socket.resume();
    },
    close: async () => {
      const closed = new Promise<void>((resolve) => listener.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
