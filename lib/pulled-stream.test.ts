import { describe, expect, it } from "vitest";
import { pulledStream } from "./pulled-stream.ts";

const never = new AbortController().signal;
const noFault = (error: unknown) => {
  throw error;
};

function reading({ response }: ReturnType<typeof pulledStream>) {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  return async () => (await reader?.read())?.value;
}

/** Waits until it is aborted. */
function hanging(stop: AbortSignal): Promise<string> {
  return new Promise((_, reject) => stop.addEventListener("abort", () => reject(stop.reason)));
}

describe("a pulled stream", () => {
  it("makes what comes next only when it is read", async () => {
    let made = 0;
    const { response } = pulledStream(
      never,
      async () => {
        made += 1;
        return `data: ${made}\n\n`;
      },
      noFault,
    );
    const reader = response.body?.getReader();
    const read = async () => new TextDecoder().decode((await reader?.read())?.value);
    expect(await read()).toMatch(/^retry: \d+\n: open\n\n$/);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(made).toBe(0);
    expect([await read(), await read()]).toEqual(["data: 1\n\n", "data: 2\n\n"]);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(made).toBe(2);
  });

  it("ends while it waits for what comes next", async () => {
    const stream = pulledStream(never, hanging, noFault);
    const read = reading(stream);
    await read();
    const last = read();
    stream.close();
    expect(await last).toBeUndefined();
    await stream.closed;
  });

  it("that ends is cut off when its client does not read", async () => {
    const stream = pulledStream(never, async () => "data: 1\n\n", noFault, 50);
    const reader = stream.response.body?.getReader();
    await reader?.read();
    stream.close();
    await expect(reader?.closed).rejects.toThrow("the stream has ended");
  });

  it("stops what it waits for when the client goes", async () => {
    const gone = new AbortController();
    let isStopped = false;
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const stream = pulledStream(
      gone.signal,
      async (stop) => {
        begin();
        await hanging(stop).catch(() => undefined);
        isStopped = true;
        return "";
      },
      noFault,
    );
    const read = reading(stream);
    await read();
    const last = read();
    await begun;
    gone.abort();
    await stream.closed;
    expect(await last).toBeUndefined();
    expect(isStopped).toBe(true);
  });

  it("ends when what comes next cannot be made, and says so", async () => {
    const faults: unknown[] = [];
    const fault = new Error("the database is away");
    const stream = pulledStream(
      never,
      async () => Promise.reject(fault),
      (error) => faults.push(error),
    );
    const read = reading(stream);
    await read();
    expect(await read()).toBeUndefined();
    expect(faults).toEqual([fault]);
  });

  it("of a client that has gone already is not opened", async () => {
    const stream = pulledStream(AbortSignal.abort(), hanging, noFault);
    await stream.closed;
    expect(await reading(stream)()).toBeUndefined();
  });
});
