import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

/** Stands before a server and loses answers. */
export type LosingProxy = {
  readonly url: string;
  /** The next request to such a path is carried out, and its connection broken before the answer. */
  loseAnswerTo(path: string): void;
  close(): Promise<void>;
};

/** A proxy on loopback before the server at `target`. */
export async function openLosingProxy(target: string): Promise<LosingProxy> {
  let lost: string | undefined;
  const server = createServer((incoming, answer) => {
    const path = incoming.url ?? "/";
    const onward = request(new URL(path, target), { method: incoming.method, headers: incoming.headers });
    onward.on("response", (response) => {
      if (path !== lost) {
        answer.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(answer);
        return;
      }
      lost = undefined;
      // the whole answer has come, so what was asked for has been done
      response.resume().on("end", () => answer.destroy());
    });
    onward.on("error", () => answer.destroy());
    incoming.pipe(onward);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    loseAnswerTo: (path) => {
      lost = path;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
