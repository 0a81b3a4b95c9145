import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Behaviour } from "../../tests/servers/behaviours.ts";
import {
  digestOf,
  IMPATIENT,
  openPayloadBench,
  type PayloadBench,
} from "../../tests/servers/payload-bench.ts";

const BODY = "finding aid text ".repeat(40);
const CHUNKED = `2a8\r\n${BODY}\r\n0\r\n\r\n`;
const END = "Connection: close\r\n\r\n";
const LENGTH = "Content-Length: 680\r\n";
const head = (...fields: readonly string[]) => `HTTP/1.1 200 OK\r\n${fields.join("")}${END}`;
const raw = (bytes: string, encoding: BufferEncoding = "utf8"): Behaviour => ({
  kind: "raw",
  bytes: Buffer.from(bytes, encoding),
});

let bench: PayloadBench;
beforeEach(async () => {
  bench = await openPayloadBench(IMPATIENT);
});
afterEach(() => bench.close());

describe("odd answers whose meaning is plain are taken", () => {
  it.each([
    ["a length beside chunks", head(LENGTH, "Transfer-Encoding: chunked\r\n") + CHUNKED],
    [
      "chunks beside a wrong length",
      head("Transfer-Encoding: chunked\r\n", "Content-Length: 7\r\n") + CHUNKED,
    ],
    ["the same length twice", head(LENGTH, LENGTH) + BODY],
    ["the same length twice in a field", head("Content-Length: 680, 680\r\n") + BODY],
    ["24 KB of headers", head(`Content-Security-Policy: ${"a".repeat(24_000)}\r\n`, LENGTH) + BODY],
    ["line ends of LF alone", (head(LENGTH) + BODY).replaceAll("\r", "")],
    ["a space before the colon", head("Content-Type : text/plain\r\n", LENGTH) + BODY],
    ["a space before the colon of the length", head("Content-Length : 680\r\n") + BODY],
    ["a folded line", head("X-Note: a\r\n  b\r\n", LENGTH) + BODY],
    ["an answer before the answer", `HTTP/1.1 103 Early Hints\nLink: a\n\n${head(LENGTH)}${BODY}`],
    ["no length", head("X-Note : a\r\n") + BODY],
  ])("%s", async (_, bytes) => {
    bench.source.serve("/a", raw(bytes));
    expect(await bench.fetch("/a", { declaredDigest: digestOf("sha-256", BODY) })).toMatchObject({
      size: 680,
      attempts: 1,
    });
    expect(await bench.names()).toEqual(["1"]);
  });

  it("and their size is told beforehand", async () => {
    bench.source.serve("/a", raw(head("Content-Length : 680\r\n") + BODY));
    const rules = { privateSources: [bench.source.host], hosts: [] };
    expect(await bench.payload.look(bench.source.url("/a"), rules, new AbortController().signal)).toEqual({
      size: 680,
    });
  });

  it("but not when they break off", async () => {
    bench.source.serve("/a", raw(head("Content-Length : 680\r\n") + BODY.slice(0, 100)));
    const error = await bench.fail("/a");
    expect(error.code).toBe("source_closed_early");
    expect(error.message).toContain("Waybill tried 2 times.");
  });
});

describe("answers that contradict themselves are refused at once", () => {
  it.each([
    [
      "two different lengths",
      head(LENGTH, "Content-Length: 3\r\n") + BODY,
      "source_refused",
      "its answer names two different lengths. Ask the owner of the source to correct this.",
    ],
    [
      "no HTTP",
      "SSH-2.0-OpenSSH_9.2\r\n",
      "source_unreachable",
      "the source does not answer in HTTP, or in a broken form of it. Ask the owner",
    ],
    [
      "headers without an end",
      head(`X: ${"a".repeat(300_000)}\r\n`, LENGTH) + BODY,
      "source_refused",
      "the headers of its answer are too long",
    ],
  ])("%s", async (_, bytes, code, why) => {
    bench.source.serve("/a", raw(bytes));
    const error = await bench.fail("/a");
    expect(error.code).toBe(code);
    expect(error.message).toContain(why);
    expect(error.message).not.toContain("tried");
    expect(bench.waitsMs).toEqual([]);
    expect(await bench.names()).toEqual([]);
  });
});

describe("a Location", () => {
  it.each([
    ["in UTF-8", "/bilder/café münchen.jpg", "utf8", "/bilder/caf%C3%A9%20m%C3%BCnchen.jpg"],
    ["in Cyrillic", "/архив?лист", "utf8", "/%D0%B0%D1%80%D1%85%D0%B8%D0%B2?%D0%BB%D0%B8%D1%81%D1%82"],
    ["in Latin-1", "/bilder/café.jpg", "latin1", "/bilder/caf%E9.jpg"],
    ["percent-encoded", "/caf%C3%A9", "utf8", "/caf%C3%A9"],
  ] as const)("%s is followed", async (_, to, encoding, path) => {
    bench.source.serve(
      "/a",
      raw(`HTTP/1.1 302 Found\r\nLocation: ${to}\r\nContent-Length: 0\r\n${END}`, encoding),
    );
    bench.source.serve(path, { kind: "file", body: BODY });
    expect(await bench.fetch("/a")).toMatchObject({ size: 680 });
    expect(bench.source.requests.at(-1)?.path).toBe(path);
  });
});

describe("what a source says beside a refusal", () => {
  const refuse = (body: string, type = "text/plain"): Behaviour => ({
    kind: "status",
    status: 403,
    headers: { "content-type": type },
    body,
  });

  it.each([
    [
      "\n  Embargoed until 2027-01-01.  \nAsk the library.\n",
      "text/plain; charset=utf-8",
      "Embargoed until 2027-01-01.",
    ],
    ['{"error":"quota"}', "application/problem+json", '{"error":"quota"}'],
    [
      "see https://ada:hunter2@example.org/x?token=hunter2",
      "text/plain",
      "see https://***@example.org/x?token=***",
    ],
    ["a\u0000\u202eb\tc", "text/plain", "a b c"],
    ["x".repeat(300), "text/plain", `${"x".repeat(199)}…`],
  ])("%j is told", async (body, type, words) => {
    bench.source.serve("/a", refuse(body, type));
    const { code, message } = await bench.fail("/a");
    expect(code).toBe("source_refused");
    expect(message).toContain(`: the source answered 403 Forbidden, "${words}". Ask the owner`);
  });

  it.each([
    ["<html>no</html>", "text/html"],
    ["", "text/plain"],
    ["%PDF", "application/pdf"],
  ])("%j is not, as %s", async (body, type) => {
    bench.source.serve("/a", refuse(body, type));
    expect((await bench.fail("/a")).message).toContain(": the source answered 403 Forbidden. Ask the owner");
  });
});

describe("a coding of gzip, of a file that is sent as it is", () => {
  const coded = { kind: "file", body: BODY, headers: { "content-encoding": "x-gzip" } } as const;

  it("is taken when the digest is the declared one", async () => {
    bench.source.serve("/a.tar.gz", coded);
    expect(
      await bench.fetch("/a.tar.gz", { declaredSize: 680, declaredDigest: digestOf("md5", BODY) }),
    ).toMatchObject({ size: 680 });
  });

  it.each([
    ["no digest", {}],
    ["another digest", { declaredDigest: digestOf("md5", "x") }],
    ["another size", { declaredSize: 7, declaredDigest: digestOf("md5", BODY) }],
  ])("is refused with %s", async (_, declared) => {
    bench.source.serve("/a.tar.gz", coded);
    const error = await bench.fail("/a.tar.gz", declared);
    expect(error.code).toBe("source_refused");
    expect(error.message).toContain("the source sends it compressed, though asked for the file as it is");
    expect(await bench.names()).toEqual([]);
  });
});

it("Waybill names itself as its setting says", async () => {
  await bench.close();
  bench = await openPayloadBench({ userAgent: "waybill (+mailto:ops@example.org)" });
  bench.source.serve("/a", { kind: "file", body: BODY });
  await bench.fetch("/a");
  expect(bench.source.requests[0]?.headers["user-agent"]).toBe("waybill (+mailto:ops@example.org)");
});
