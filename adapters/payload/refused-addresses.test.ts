import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { expectFailure } from "../../tests/servers/payload-bench.ts";
import { createPayloadSource } from "./source.ts";

/** Addresses as a depositor may write them; none may be fetched. */
const LITERALS = [
  "http://127.0.0.1/",
  "http://127.0.0.2:8080/",
  "http://127.1/",
  "http://2130706433/",
  "http://0x7f000001/",
  "http://0x7f.1/",
  "http://017700000001/",
  "http://0177.0.0.1/",
  "http://127.0.0.1./",
  "http://%31%32%37.0.0.1/",
  "http://①②⑦.⓪.⓪.①/",
  "http://１２７.0.0.1/",
  "http:/\\127.0.0.1/",
  "http:127.0.0.1/",
  "http://user:secret@127.0.0.1/",
  "http://example.org@127.0.0.1/",
  "http://0/",
  "http://0.0.0.0/",
  "http://10.0.0.1/",
  "http://172.16.5.4/",
  "http://192.168.0.1/",
  "http://100.64.0.1/",
  "http://169.254.169.254/latest/meta-data/",
  "http://168.63.129.16/machine?comp=goalstate",
  "http://2822734096/",
  "http://[::ffff:168.63.129.16]/",
  "http://100.100.100.200/latest/meta-data/",
  "http://192.0.0.192/",
  "http://198.18.0.1/",
  "http://224.0.0.1/",
  "http://255.255.255.255/",
  "http://[::]/",
  "http://[::1]/",
  "http://[::127.0.0.1]/",
  "http://[::ffff:127.0.0.1]/",
  "http://[::ffff:7f00:1]/",
  "http://[::ffff:169.254.169.254]/",
  "http://[0:0:0:0:0:ffff:10.0.0.1]/",
  "http://[::ffff:0:127.0.0.1]/",
  "http://[64:ff9b::127.0.0.1]/",
  "http://[64:ff9b:1::7f00:1]/",
  "http://[2002:7f00:1::]/",
  "http://[2001:0:7f00:1::]/",
  "http://[fe80::1]/",
  "http://[fd00:ec2::254]/",
  "http://[fec0::1]/",
  "http://[ff02::1]/",
  "ftp://127.0.0.1/",
  "gopher://127.0.0.1:6379/_INFO",
  "http://93.184.215.14:6379/",
];

/** Addresses a host name may resolve to. */
const RESOLVED = [
  ["127.0.0.1"],
  ["93.184.215.14", "127.0.0.1"],
  ["10.0.0.1"],
  ["169.254.169.254"],
  ["100.64.0.1"],
  ["0.0.0.0"],
  ["::1"],
  ["::ffff:127.0.0.1"],
  ["::127.0.0.1"],
  ["64:ff9b::7f00:1"],
  ["2002:7f00:1::"],
  ["2001:0:7f00:1::"],
  ["fe80::1%eth0"],
  ["fd00:ec2::254"],
  ["168.63.129.16"],
  ["93.184.215.14", "168.63.129.16"],
  ["100.100.100.200"],
  ["not an address"],
  [],
];

const NAMES = ["http://localhost/", "http://localhost./", "http://LOCALHOST:8080/", "http://files.example/"];

let folder: string;
let sockets = 0;
const onSocket = () => {
  sockets += 1;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "waybill-refused-"));
  subscribe("net.client.socket", onSocket);
});
afterAll(async () => {
  unsubscribe("net.client.socket", onSocket);
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  sockets = 0;
});
afterEach(async () => {
  expect(sockets).toBe(0);
  expect(await readdir(folder)).toEqual([]);
});

async function refuse(url: string, addresses: readonly string[]) {
  const payload = createPayloadSource({ resolve: async () => addresses });
  const { signal } = new AbortController();
  const rules = { privateSources: [], hosts: [] };
  expect(await payload.look(url, rules, signal)).toEqual({});
  const error = await expectFailure(
    payload.fetch({ url, to: join(folder, "1"), maxBytes: 1_000, rules, signal }),
  );
  await payload.close();
  return error;
}

describe("an address that leads inside", () => {
  it.each(LITERALS)("is refused as written: %s", async (url) => {
    const error = await refuse(url, ["93.184.215.14"]);
    expect(error.code).toBe("source_forbidden");
    expect(error.message).not.toContain("secret");
  });

  it.each(RESOLVED.map((addresses) => ({ addresses })))(
    "is refused when its host leads to $addresses",
    async ({ addresses }) => {
      const error = await refuse("http://files.example/a", addresses);
      expect(error.code).toBe("source_forbidden");
      expect(error.message).toBe(
        "Could not fetch http://files.example/a: files.example does not lead to public addresses only. Check the address in the manifest, or ask an operator whether files may come from there.",
      );
    },
  );

  it.each(NAMES)("is refused when %s is this machine", async (url) => {
    expect((await refuse(url, ["127.0.0.1", "::1"])).code).toBe("source_forbidden");
  });

  it.each(["", "/relative", "http://", "http://[fe80::1%25eth0]/", "http://1.2.3.4.5/"])(
    "is refused when it is none: %j",
    async (url) => {
      expect((await refuse(url, ["93.184.215.14"])).code).toBe("source_not_found");
    },
  );
});
