import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type HostileSource, startSource } from "../../tests/servers/hostile-source.ts";
import { EXPIRED_CERTIFICATE, LOOPBACK_CERTIFICATE } from "../../tests/servers/loopback-certificate.ts";
import { openPayloadBench, type PayloadBench } from "../../tests/servers/payload-bench.ts";

const FILE = { kind: "file", body: "abc" } as const;

let bench: PayloadBench;
let other: HostileSource;
beforeEach(async () => {
  const options = { trustedCertificates: [LOOPBACK_CERTIFICATE.cert], resolve: async () => ["127.0.0.1"] };
  bench = await openPayloadBench(options);
  other = await startSource();
});
afterEach(async () => {
  await other.close();
  await bench.close();
});

const both = () => ({ rules: { privateSources: [bench.source.host, other.host], hosts: [] } });

/** `/0` redirects to `/1` and so on; `/<count>` is the file. */
function serveChain(count: number) {
  for (let at = 0; at < count; at += 1) bench.source.serve(`/${at}`, { kind: "redirect", to: `/${at + 1}` });
  bench.source.serve(`/${count}`, FILE);
}

describe("redirects", () => {
  it.each([301, 302, 303, 307, 308])("are followed: %s", async (status) => {
    bench.source.serve("/a", { kind: "redirect", to: "b?c=d#e", status });
    bench.source.serve("/b?c=d", FILE);
    expect(await bench.fetch("/a")).toMatchObject({ size: 3, attempts: 1 });
  });

  it("are followed ten times", async () => {
    serveChain(10);
    expect(await bench.fetch("/0")).toMatchObject({ size: 3 });
  });

  it("are not followed an eleventh time", async () => {
    serveChain(11);
    const error = await bench.fail("/0");
    expect(error.code).toBe("source_redirects");
    expect(error.message).toContain(`${bench.source.url("/0")}: it redirects more than 10 times.`);
    expect(bench.source.requests).toHaveLength(11);
    expect(await bench.names()).toEqual([]);
  });

  it.each([
    [["/a"], "its redirects go round in a circle"],
    [["/b", "/a"], "its redirects go round in a circle"],
    [["/a#there"], "its redirects go round in a circle"],
  ])("that go round are noticed: %j", async (targets, why) => {
    const paths = ["/a", "/b"];
    for (const [at, to] of targets.entries()) bench.source.serve(paths[at] ?? "", { kind: "redirect", to });
    const error = await bench.fail("/a");
    expect(error.code).toBe("source_redirects");
    expect(error.message).toContain(why);
    expect(bench.source.requests).toHaveLength(targets.length);
  });

  it.each([
    ["http://127.0.0.1:8080/", "source_forbidden", "127.0.0.1 is not a public address"],
    ["http://169.254.169.254/latest/", "source_forbidden", "169.254.169.254 is not a public address"],
    ["http://[::1]/", "source_forbidden", "[::1] is not a public address"],
    ["http://localhost/", "source_forbidden", "localhost does not lead to public addresses only"],
    ["file:///etc/passwd", "source_forbidden", "only http and https addresses may be used"],
    ["http://user:secret@example.org/", "source_redirects", "an address with credentials in it"],
    ["http://", "source_redirects", "it redirects without saying where to"],
  ])("to %s are refused", async (to, code, why) => {
    bench.source.serve("/a", { kind: "redirect", to });
    const error = await bench.fail("/a");
    expect(error.code).toBe(code);
    expect(error.message).toContain(why);
    expect(error.message).not.toContain("secret");
    expect(bench.source.requests).toHaveLength(1);
    expect(await bench.names()).toEqual([]);
  });

  it("to a private source the collection does not name are refused before a connection", async () => {
    bench.source.serve("/a", { kind: "redirect", to: other.url("/b") });
    expect((await bench.fail("/a")).code).toBe("source_forbidden");
    expect(other.connections()).toBe(0);
  });

  it("keep credentials within their origin and drop them outside", async () => {
    const url = bench.source.url("/a").replace("http://", "http://user:secret@");
    bench.source.serve("/a", { kind: "redirect", to: "/b" });
    bench.source.serve("/b", { kind: "redirect", to: other.url("/c") });
    other.serve("/c", { kind: "redirect", to: bench.source.url("/d") });
    bench.source.serve("/d", FILE);
    await bench.fetch("/a", { url, ...both() });
    const sent = [...bench.source.requests, ...other.requests].map(({ path, headers }) => [
      path,
      "authorization" in headers,
    ]);
    expect(sent).toEqual([
      ["/a", true],
      ["/b", true],
      ["/d", false],
      ["/c", false],
    ]);
  });
});

describe("https", () => {
  let secure: HostileSource;
  afterEach(() => secure.close());
  const rules = () => ({ privateSources: [secure.host, bench.source.host], hosts: [] });

  it("is spoken with the name of the host to the checked address", async () => {
    secure = await startSource(LOOPBACK_CERTIFICATE);
    secure.serve("/a", FILE);
    expect(await bench.fetch("/a", { url: secure.url("/a"), rules: rules() })).toMatchObject({ size: 3 });
    expect(secure.requests[0]?.headers.host).toBe(secure.host);
  });

  it("is taken with an odd answer too, its certificate checked", async () => {
    secure = await startSource(LOOPBACK_CERTIFICATE);
    const bytes = Buffer.from("HTTP/1.1 200 OK\nContent-Length : 3\nConnection: close\n\nabc");
    secure.serve("/a", { kind: "raw", bytes });
    expect(await bench.fetch("/a", { url: secure.url("/a"), rules: rules() })).toMatchObject({ size: 3 });
    expect(secure.requests.map(({ headers }) => headers.host)).toEqual([secure.host, secure.host]);
  });

  it("is not left for http", async () => {
    secure = await startSource(LOOPBACK_CERTIFICATE);
    secure.serve("/a", { kind: "redirect", to: bench.source.url("/b") });
    const error = await bench.fail("/a", { url: secure.url("/a"), rules: rules() });
    expect(error.code).toBe("source_redirects");
    expect(error.message).toContain(`it redirects to ${bench.source.url("/b")}, from https to http`);
    expect(bench.source.requests).toEqual([]);
  });

  it("asked in plain HTTP is told of; so is http asked for https, and not tried again", async () => {
    secure = await startSource(LOOPBACK_CERTIFICATE);
    const plain = secure.url("/a").replace("https://localhost", "http://127.0.0.1");
    const allowed = { privateSources: [new URL(plain).host, bench.source.host], hosts: [] };
    const closed = await bench.fail("/a", { url: plain, rules: allowed });
    expect(closed.code).toBe("source_unreachable");
    expect(closed.message).toContain(
      "the source closed the connection without an answer, as an https-only server does.",
    );
    const before = bench.source.connections();
    const clear = await bench.fail("/a", {
      url: bench.source.url("/a").replace("http:", "https:"),
      rules: allowed,
    });
    expect(clear.message).toContain(
      "the source does not speak TLS there, so its address may begin with http",
    );
    expect(bench.source.connections()).toBe(before + 1);
  });

  it("with an expired certificate is not trusted, and not tried again", async () => {
    secure = await startSource(EXPIRED_CERTIFICATE);
    const error = await bench.fail("/a", { url: secure.url("/a"), rules: rules() });
    expect(error.code).toBe("source_unreachable");
    expect(error.message).toMatch(/the certificate of the source (has expired|cannot be trusted)\./);
    expect(secure.connections()).toBe(1);
  });
});
