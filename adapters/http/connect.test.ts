import { createServer, Socket } from "node:net";
import type { buildConnector } from "undici";
import { afterEach, describe, expect, it } from "vitest";
import { PAYLOAD_DEFAULTS } from "../payload/options.ts";
import type { AddressPolicy } from "./address.ts";
import { guardedConnector, RefusedHost } from "./connect.ts";

type Target = buildConnector.Options;
const TARGET: Target = { hostname: "files.example", host: "files.example:80", protocol: "http:", port: "80" };

const open: { close(): void }[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

/** A dialler that opens nothing: it records its targets and fails, or returns a socket that claims a peer. */
function dialler(peers: Readonly<Record<string, string>> = {}) {
  const dialled: Target[] = [];
  const dial: buildConnector.connector = (target, callback) => {
    dialled.push(target);
    const peer = peers[target.hostname];
    if (peer === undefined) return callback(new Error(`no route to ${target.hostname}`), null);
    callback(null, Object.defineProperty(new Socket(), "remoteAddress", { value: peer }));
  };
  return { dialled, dial };
}

function connect(
  target: Partial<Target>,
  policy: AddressPolicy,
  addresses: readonly string[],
  dial: buildConnector.connector,
) {
  const asked: string[] = [];
  const resolve = async (hostname: string) => {
    asked.push(hostname);
    return addresses;
  };
  const connector = guardedConnector(policy, { ...PAYLOAD_DEFAULTS, resolve }, dial);
  const socket = new Promise<Socket>((done, fail) => {
    connector({ ...TARGET, ...target }, (error, made) => (error ? fail(error) : done(made)));
  });
  return { socket, asked };
}

describe("guardedConnector", () => {
  it("connects to the address it checked, and keeps the name for Host and SNI", async () => {
    const { dial, dialled } = dialler({ "93.184.215.14": "93.184.215.14" });
    const { socket, asked } = connect({}, "public", ["93.184.215.14"], dial);
    await socket;
    expect(asked).toEqual(["files.example"]);
    expect(dialled).toEqual([{ ...TARGET, hostname: "93.184.215.14", servername: "files.example" }]);
  });

  it("refuses a host when only one of its addresses is not public, dialling none", async () => {
    const { dial, dialled } = dialler();
    const { socket } = connect({}, "public", ["93.184.215.14", "10.0.0.1"], dial);
    await expect(socket).rejects.toThrow(RefusedHost);
    await expect(socket).rejects.toThrow("files.example does not lead to public addresses only");
    expect(dialled).toEqual([]);
  });

  it.each(["168.63.129.16", "100.100.100.200", "fd00:ec2::254", "169.254.169.254"])(
    "refuses a private source's name that leads to a cloud's metadata at %s, and connects where that is named itself",
    async (address) => {
      const { dial, dialled } = dialler({ [address]: address });
      await expect(connect({}, "private", ["10.0.0.1", address], dial).socket).rejects.toThrow(RefusedHost);
      await expect(connect({ hostname: address }, "private", [], dial).socket).rejects.toThrow(RefusedHost);
      expect(dialled).toEqual([]);
      await connect({ hostname: address }, "metadata", [], dial).socket;
      expect(dialled).toMatchObject([{ hostname: address }]);
    },
  );

  it("refuses a host without addresses", async () => {
    const { dial, dialled } = dialler();
    await expect(connect({}, "public", [], dial).socket).rejects.toThrow(RefusedHost);
    expect(dialled).toEqual([]);
  });

  it("does not look up an address written as numbers, but checks it", async () => {
    const { dial, dialled } = dialler();
    const { socket, asked } = connect({ hostname: "127.0.0.1" }, "public", ["93.184.215.14"], dial);
    await expect(socket).rejects.toThrow(RefusedHost);
    expect([asked, dialled]).toEqual([[], []]);
  });

  it("looks a name up once, so that a second answer cannot replace the first (rebinding)", async () => {
    const { dial, dialled } = dialler({ "93.184.215.14": "93.184.215.14" });
    const answers = [["93.184.215.14"], ["127.0.0.1"]];
    const resolve = async () => answers.shift() ?? [];
    const connector = guardedConnector("public", { ...PAYLOAD_DEFAULTS, resolve }, dial);
    await new Promise((done) => connector(TARGET, (...result) => done(result)));
    expect(dialled.map(({ hostname }) => hostname)).toEqual(["93.184.215.14"]);
    expect(answers).toEqual([["127.0.0.1"]]);
    const second = new Promise((_, fail) => connector(TARGET, (...[error]) => fail(error)));
    await expect(second).rejects.toThrow(RefusedHost);
    expect(dialled).toHaveLength(1);
  });

  it("drops a connection whose other end is not the address it asked for", async () => {
    const { dial } = dialler({ "93.184.215.14": "127.0.0.1" });
    await expect(connect({}, "public", ["93.184.215.14"], dial).socket).rejects.toThrow(RefusedHost);
  });

  it("goes on to the next address when one does not answer", async () => {
    const { dial, dialled } = dialler({ "93.184.215.14": "93.184.215.14" });
    await connect({}, "public", ["2606:4700::1111", "93.184.215.14"], dial).socket;
    expect(dialled.map(({ hostname }) => hostname)).toEqual(["2606:4700::1111", "93.184.215.14"]);
  });

  it("fails as the last address failed when none answers", async () => {
    const { dial } = dialler();
    const { socket } = connect({}, "public", ["2606:4700::1111", "93.184.215.14"], dial);
    await expect(socket).rejects.toThrow("no route to 93.184.215.14");
  });

  it("opens a real connection to a private source", async () => {
    const server = createServer((peer) => void peer.end());
    open.push(server);
    await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
    const address = server.address();
    const port = address !== null && typeof address === "object" ? String(address.port) : "";
    const resolve = async () => ["127.0.0.1"];
    const connector = guardedConnector("private", { ...PAYLOAD_DEFAULTS, resolve });
    const socket = await new Promise<Socket>((done, fail) =>
      connector({ ...TARGET, hostname: "intranet.example", port }, (error, made) =>
        error ? fail(error) : done(made),
      ),
    );
    expect(socket.remoteAddress).toBe("127.0.0.1");
    socket.destroy();
  });
});
