import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type HostileSource, startSource } from "../../tests/servers/hostile-source.ts";
import { type Asker, openAsker } from "./ask.ts";
import { PAYLOAD_DEFAULTS } from "./options.ts";

let source: HostileSource;
let asker: Asker;
let port: string;
beforeEach(async () => {
  source = await startSource();
  port = new URL(source.origin).port;
  asker = openAsker({ ...PAYLOAD_DEFAULTS, extraPorts: [Number(port)], resolve: async () => ["127.0.0.1"] });
  source.serve("/a", { kind: "file", body: "abc" });
});
afterEach(async () => {
  await source.close();
  await asker.close();
});

function ask(privateSources: readonly string[]) {
  const url = `http://intranet.example:${port}/a`;
  const { signal } = new AbortController();
  return asker.ask({ method: "GET", url, rules: { privateSources, hosts: [] }, headers: {}, signal });
}

describe("openAsker", () => {
  it("keeps a private source's open connection from a collection that does not name it", async () => {
    for (let count = 0; count < 2; count += 1) {
      const answer = await ask([`intranet.example:${port}`]);
      expect(await text(answer.body)).toBe("abc");
      // undici frees its connection only after the body has ended.
      await delay(20);
    }
    expect(source.connections()).toBe(1);
    await expect(ask([])).rejects.toMatchObject({ verdict: { code: "source_forbidden" } });
    expect(source.requests).toHaveLength(2);
    expect(source.requests[0]?.headers.host).toBe(`intranet.example:${port}`);
  });

  it("closes", async () => {
    await text((await ask([`intranet.example:${port}`])).body);
    await asker.close();
    await expect(ask([`intranet.example:${port}`])).rejects.toThrow("destroyed");
  });
});
