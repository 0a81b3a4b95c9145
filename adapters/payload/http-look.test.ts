import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  digestOf,
  IMPATIENT,
  openPayloadBench,
  type PayloadBench,
} from "../../tests/servers/payload-bench.ts";

const FILE = { kind: "file", body: "0123456789", headers: { "content-type": "text/plain" } } as const;

let bench: PayloadBench;
beforeEach(async () => {
  bench = await openPayloadBench();
});
afterEach(() => bench.close());

function look(url = bench.source.url("/a"), signal = new AbortController().signal) {
  return bench.payload.look(url, { privateSources: [bench.source.host], hosts: [] }, signal);
}
const methods = () => bench.source.requests.map(({ method }) => method);

describe("look", () => {
  it("asks HEAD and no more when that tells the size", async () => {
    bench.source.serve("/a", FILE);
    expect(await look()).toEqual({ size: 10, mediaType: "text/plain" });
    expect(methods()).toEqual(["HEAD"]);
  });

  it.each([
    ["refuses it", { kind: "status", status: 405 }],
    ["does not find it", { kind: "status", status: 404 }],
    ["names no length", { ...FILE, framing: "chunked" }],
    ["would compress", { ...FILE, headers: { "content-encoding": "gzip" } }],
  ] as const)("asks for the first byte when HEAD %s", async (_, head) => {
    bench.source.serveHead("/a", head);
    bench.source.serve("/a", { ...FILE, ranges: true });
    expect(await look()).toEqual({ size: 10, mediaType: "text/plain" });
    expect(methods()).toEqual(["HEAD", "GET"]);
    expect(bench.source.requests[1]?.headers.range).toBe("bytes=0-0");
  });

  it("takes the length of a whole answer when the range is ignored, without reading it", async () => {
    bench.source.serveHead("/a", { kind: "status", status: 501 });
    bench.source.serve("/a", { ...FILE, body: Buffer.alloc(20_000_000), ranges: false });
    expect(await look()).toEqual({ size: 20_000_000, mediaType: "text/plain" });
  });

  it("keeps its connections for the next ones", async () => {
    bench.source.serve("/a", FILE);
    for (let time = 0; time < 10; time += 1) expect(await look()).toMatchObject({ size: 10 });
    // one that has just answered may not be free yet
    expect(bench.source.connections()).toBeLessThan(4);
  });

  it("spoils no fetch where the source sends a body behind HEAD", async () => {
    const wrong = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nwrong";
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket);
      socket.on("error", () => undefined);
      socket.on("data", (asked: Buffer) => {
        const isHead = asked.toString().startsWith("HEAD");
        socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n${isHead ? wrong : "right"}`);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const [url, rules] = [`http://${host}/a`, { privateSources: [host], hosts: [] }];
    const sizes = [];
    for (let time = 0; time < 3; time += 1) {
      sizes.push((await bench.payload.look(url, rules, new AbortController().signal)).size);
      const { sha256 } = await bench.fetch("/a", { url, rules });
      expect(sha256).toBe(digestOf("sha-256", "right").value);
    }
    expect(sizes).toEqual([5, 5, 5]);
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });

  it("follows redirects", async () => {
    bench.source.serve("/a", { kind: "redirect", to: "/b" });
    bench.source.serve("/b", FILE);
    expect(await look()).toMatchObject({ size: 10 });
  });

  it("believes what HEAD says: it is an estimate", async () => {
    bench.source.serveHead("/a", { ...FILE, claimedLength: 99 });
    bench.source.serve("/a", FILE);
    expect(await look()).toMatchObject({ size: 99 });
    expect(await bench.fetch("/a")).toMatchObject({ size: 10 });
  });

  it.each([
    ["fails", { kind: "status", status: 500 }],
    ["names no length at all", { kind: "file", body: "0123456789", framing: "chunked" }],
    ["redirects in a circle", { kind: "redirect", to: "/a" }],
  ] as const)("tells nothing when the source %s", async (_, behaviour) => {
    bench.source.serve("/a", behaviour);
    expect(await look()).toEqual({});
  });

  it.each(["http://169.254.169.254/", "ftp://example.org/", "not an address", "file:///etc/passwd"])(
    "tells nothing of %s",
    async (url) => {
      expect(await look(url)).toEqual({});
    },
  );

  it("tells nothing when the source hangs", async () => {
    await bench.close();
    bench = await openPayloadBench(IMPATIENT);
    bench.source.serve("/a", { kind: "hang", when: "before-headers" });
    expect(await look()).toEqual({});
    expect(methods()).toEqual(["HEAD"]);
  });

  it("rejects with the reason of an abort", async () => {
    bench.source.serve("/a", { kind: "hang", when: "before-headers" });
    const controller = new AbortController();
    setTimeout(() => controller.abort("stop"), 30);
    await expect(look(undefined, controller.signal)).rejects.toBe("stop");
    await expect(look(undefined, AbortSignal.abort("stop"))).rejects.toBe("stop");
  });
});
