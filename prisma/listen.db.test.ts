import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { execute } from "../scripts/db/database.ts";
import { type TestContext, testContext } from "../tests/factories/test-context.ts";
import type { ChangeMessage } from "./changes.ts";
import { listen } from "./listen.ts";

let test: TestContext;

beforeAll(async () => {
  test = await testContext();
});

afterAll(() => test.end());

/** A listener with everything it heard, and ways to wait for it. */
function recorder(url = test.url) {
  const heard = { messages: [] as ChangeMessage[], gaps: 0, troubles: [] as unknown[] };
  const waiting: { readonly when: () => boolean; readonly done: () => void }[] = [];
  const look = () => {
    for (const { when, done } of waiting) if (when()) done();
  };
  const listening = listen(
    url,
    (message) => {
      heard.messages.push(message);
      look();
    },
    () => {
      heard.gaps += 1;
      look();
    },
    (error) => {
      heard.troubles.push(error);
      look();
    },
  );
  const until = (when: () => boolean) =>
    new Promise<void>((done) => {
      waiting.push({ when, done });
      look();
    });
  return { heard, until, ...listening };
}

const cutOff = () =>
  execute(
    test.url,
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'waybill-listen'",
  );

describe("listen", () => {
  it("hears what is announced, and only that", async () => {
    const { heard, until, ready, close } = recorder();
    await ready;
    test.ctx.changes.note({ batch: "b1", job: "j1", due: ["batch", "job"] });
    await until(() => heard.messages.length > 0);
    await execute(test.url, "NOTIFY waybill, 'no json'");
    test.ctx.changes.note({ mail: true, lane: true, collection: true });
    await until(() => heard.messages.length > 1);
    await close();
    expect(heard).toEqual({
      messages: [
        {
          batches: ["b1"],
          jobs: ["j1"],
          mails: false,
          lanes: false,
          collections: false,
          people: false,
          tasks: false,
          due: true,
          wakes: ["batch", "job"],
          more: false,
        },
        {
          batches: [],
          jobs: [],
          mails: true,
          lanes: true,
          collections: true,
          people: false,
          tasks: false,
          due: false,
          wakes: [],
          more: false,
        },
      ],
      gaps: 0,
      troubles: [],
    });
  });

  it("comes back after the connection was cut, and says that something may have been missed", async () => {
    const { heard, until, ready, close } = recorder();
    await ready;
    await cutOff();
    await until(() => heard.gaps === 1);
    test.ctx.changes.note({ batch: "b2" });
    await until(() => heard.messages.length > 0);
    await cutOff();
    await until(() => heard.gaps === 2);
    await close();
    expect(heard.messages.map(({ batches }) => batches)).toEqual([["b2"]]);
    expect(heard.troubles).toHaveLength(2);
  });

  it("keeps trying where there is no server, until it is closed", async () => {
    const { heard, until, close } = recorder("postgresql://nobody:x@127.0.0.1:1/none");
    await until(() => heard.troubles.length >= 2);
    await close();
    expect(heard.gaps).toBe(0);
  });

  it("can be closed before it listens", async () => {
    const { heard, close } = recorder();
    await close();
    expect(heard.troubles).toEqual([]);
  });
});
