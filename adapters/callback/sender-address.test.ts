import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CallbackAnswer, CallbackSender } from "../../core/callback/ports.ts";
import { type Receiver, startReceiver } from "../../tests/servers/receiver.ts";
import { openCallbackSender } from "./sender.ts";

let receiver: Receiver;
let sender: CallbackSender;
beforeAll(async () => {
  receiver = await startReceiver();
  sender = openCallbackSender({ timeoutMs: 15_000, extraPorts: [] });
});
afterAll(async () => {
  await sender.close();
  await receiver.close();
});

function post(
  by: CallbackSender,
  url: string,
  privateSources: readonly string[] = [],
): Promise<CallbackAnswer> {
  const signal = new AbortController().signal;
  return by.post({ url, privateSources, id: "cb-1", at: new Date(), body: "{}", secrets: [], signal });
}

describe("an address that may not be asked", () => {
  it.each([
    "http://127.0.0.1/mc/x",
    "http://127.1/mc/x",
    "http://0x7f000001/mc/x",
    "http://[::1]/mc/x",
    "http://[::ffff:127.0.0.1]/mc/x",
    "http://169.254.169.254/mc/x",
    "http://168.63.129.16/mc/x",
    "http://100.100.100.200/mc/x",
    "http://[fd00:ec2::254]/mc/x",
    "http://10.0.0.1/mc/x",
    "http://93.184.216.34:22/mc/x",
    "ftp://93.184.216.34/mc/x",
    "nonsense",
  ])("%s is refused at once", async (url) => {
    expect(await post(sender, url)).toMatchObject({ kind: "unanswered", isRefused: true });
  });

  it.each(["168.63.129.16", "100.100.100.200", "fd00:ec2::254", "169.254.169.254"])(
    "by its name, which a profile may name, but not where that leads to a cloud's metadata at %s",
    async (address) => {
      const leading = openCallbackSender({
        timeoutMs: 15_000,
        extraPorts: [],
        resolve: async () => [address],
      });
      const answer = await post(leading, "http://hooks.example.org/mc/x", ["hooks.example.org"]);
      await leading.close();
      expect(answer).toMatchObject({
        kind: "unanswered",
        why: "hooks.example.org does not lead to public addresses only",
      });
    },
  );

  it("by where its name leads is not connected to, and may lead elsewhere later", async () => {
    const before = receiver.connections();
    const leading = openCallbackSender({
      timeoutMs: 15_000,
      extraPorts: [receiver.port],
      resolve: async () => ["127.0.0.1"],
    });
    const answer = await post(leading, `http://hooks.example.org:${receiver.port}/mc/x`);
    await leading.close();
    expect(answer).toEqual({
      kind: "unanswered",
      why: "hooks.example.org does not lead to public addresses only",
      isRefused: false,
    });
    expect(receiver.connections()).toBe(before);
  });
});
