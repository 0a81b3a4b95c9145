import { expect, it } from "vitest";
import { timeOnce } from "../../tests/linear/time.ts";
import { HeadMender } from "./mend-head.ts";

/** The output for this input. */
function mended(text: string, bytesAtOnce: number): string {
  const mender = new HeadMender();
  const bytes = Buffer.from(text, "latin1");
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += bytesAtOnce)
    parts.push(mender.push(bytes.subarray(at, at + bytesAtOnce)));
  parts.push(mender.end());
  return Buffer.concat(parts).toString("latin1");
}

const INTERIM = "HTTP/1.1 103 Early Hints\nLink: x\n\n";
const HEAD = "HTTP/1.1 200 OK\nContent-Length : 5\ncontent-length: 5\nX: a\n b\n\n";
const MENDED =
  "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nX: a b\r\ncontent-length: 5\r\n\r\n";

it.each([1, 2, 3, 7, 1_000])(
  "mends heads that come %i bytes at a time, and leaves the body",
  (bytesAtOnce) => {
    expect(mended(`${INTERIM}${HEAD}a\n\nb \n`, bytesAtOnce)).toBe(`${MENDED}a\n\nb \n`);
  },
);

it("lets a head that is too long go on as it is, and one that never ends", () => {
  const long = `HTTP/1.1 200 OK\nX: ${"a".repeat(400_000)}\n\nbody`;
  expect(mended(long, 65_536)).toBe(long);
  expect(mended("HTTP/1.1 200 OK\nX: a", 5)).toBe("HTTP/1.1 200 OK\nX: a");
});

// each byte was searched for in everything before it
it("is not held by a head of 250,000 bytes that come one by one", async () => {
  const head = `HTTP/1.1 200 OK\nX: ${"a".repeat(250_000)}`;
  expect(await timeOnce(() => mended(head, 1))).toBeLessThan(2_000);
});
