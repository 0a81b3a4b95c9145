import { type AddressInfo, createServer } from "node:net";
import { describe, expect, it } from "vitest";
import type { LedgerBackend } from "../../core/ledger/ports.ts";
import { type SubmitLane, submitBench } from "../../tests/fixtures/ledger/submit-bench.ts";
import type { ControlInput } from "../../tests/servers/fake-ledger/faults.ts";

/** Enough for a request to arrive on a busy machine. */
const CUT_MS = 1_000;
const SPLINTER_ID = "01234-ABCDE::gsAA";
const { fake, ledgers, newLane, submit, eventsOf } = submitBench();

describe.each(["sawtooth", "scabbard"] as const)("submit to %s", (backend) => {
  it("sends the bytes once and takes 202 for accepted", async () => {
    const to = newLane(backend, { Authorization: "Bearer Cylinder:a.b.c", "Content-Type": "text/x" });
    expect(await submit(backend, to)).toEqual({
      kind: "accepted",
      httpStatus: 202,
      message: "202 Accepted",
    });
    expect(eventsOf(to)).toEqual(["arrived", "executed", "final"]);
    expect(fake().counts(to.name)).toEqual({ [to.id]: 1 });
    expect(fake().requests.at(-1)).toMatchObject({
      method: "POST",
      headers: {
        "content-type": "application/octet-stream",
        "content-length": String(to.body.length),
        "accept-encoding": "identity",
        authorization: "Bearer Cylinder:a.b.c",
        ...(backend === "scabbard" && { splinterprotocolversion: "1" }),
      },
    });
  });

  it.each<[string, ControlInput, object, string]>([
    ["busy", { fault: "busy" }, { kind: "busy", httpStatus: 429 }, "refused"],
    [
      "busy for seconds",
      { fault: "busy", retryAfter: "7" },
      { kind: "busy", httpStatus: 429, retryAfterMs: 7_000 },
      "refused",
    ],
    [
      "busy for an hour",
      { fault: "busy", retryAfter: "3600" },
      { kind: "busy", httpStatus: 429, retryAfterMs: 3_600_000 },
      "refused",
    ],
    [
      "busy until long ago",
      { fault: "busy", retryAfter: "Fri, 31 Dec 1999 23:59:59 GMT" },
      { kind: "busy", retryAfterMs: 0 },
      "refused",
    ],
    [
      "busy until a time far away",
      { fault: "busy", retryAfter: "Fri, 31 Dec 2100 23:59:59 GMT" },
      { kind: "busy", retryAfterMs: expect.any(Number) },
      "refused",
    ],
    ["timed out", { fault: "unavailable", code: 17 }, { kind: "ambiguous", httpStatus: 503 }, "refused"],
    [
      "timed out, with a wait",
      { fault: "unavailable", code: 18, retryAfter: "7" },
      { kind: "ambiguous", httpStatus: 503, retryAfterMs: 7_000 },
      "refused",
    ],
    [
      "timed out, but took it",
      { fault: "unavailable", code: 17, accept: true },
      { kind: "ambiguous" },
      "arrived",
    ],
    ["went away", { fault: "unavailable", code: 18 }, { kind: "ambiguous", httpStatus: 503 }, "refused"],
    ["could not send on", { fault: "send-timeout" }, { kind: "ambiguous", httpStatus: 408 }, "refused"],
    ["failed", { fault: "error" }, { kind: "ambiguous", httpStatus: 500 }, "refused"],
    ["refused the batch", { fault: "reject" }, { kind: "rejected", about: "batch" }, "refused"],
    ["reply lost", { fault: "drop-after" }, { kind: "ambiguous" }, "arrived"],
    ["connection dropped", { fault: "drop-before" }, { kind: "ambiguous" }, "refused"],
    ["signed out", { fault: "answer", httpStatus: 401 }, { kind: "rejected", about: "lane" }, "refused"],
    ["no such service", { fault: "answer", httpStatus: 404 }, { kind: "rejected", about: "lane" }, "refused"],
    ["too large", { fault: "answer", httpStatus: 413 }, { kind: "rejected", about: "batch" }, "refused"],
    ["bad gateway", { fault: "answer", httpStatus: 502 }, { kind: "ambiguous" }, "refused"],
    ["teapot", { fault: "answer", httpStatus: 418 }, { kind: "ambiguous" }, "refused"],
    ["200", { fault: "answer", httpStatus: 200, body: "ok", accept: true }, { kind: "accepted" }, "arrived"],
  ])("%s", async (_, fault, answer, event) => {
    const to = newLane(backend);
    fake().control(fault);
    expect(await submit(backend, to)).toMatchObject(answer);
    expect(eventsOf(to)[0]).toBe(event);
    expect(
      fake().requests.filter(({ path }) => path.startsWith(new URL(pathOf(backend, to)).pathname)),
    ).toHaveLength(1);
  });

  it("does not follow a redirect", async () => {
    const to = newLane(backend);
    fake().control({
      fault: "answer",
      httpStatus: 307,
      location: `${fake().sawtoothUrl("elsewhere")}/batches`,
    });
    const answer = await submit(backend, to);
    expect(answer).toMatchObject({ kind: "rejected", about: "lane", httpStatus: 307 });
    expect(answer.message).toBe("307 Temporary Redirect");
    expect(fake().log.filter(({ service }) => service === "elsewhere")).toEqual([]);
  });

  it.each([
    ["plain text", "text/plain", "try\r\nlater\u0007 \u202Egnp", "try later gnp"],
    ["nothing", undefined, "", "502 Bad Gateway"],
    ["HTML", "text/html", "<html><body>Bad</body></html>", "502 Bad Gateway"],
    ["JSON of another shape", "application/json", '[{"a":1}]', '[{"a":1}]'],
    ["broken JSON", "application/json", '{"message":', '{"message":'],
    ["much text", "text/plain", "x".repeat(5_000), `${"x".repeat(999)}…`],
  ])("keeps the words of an error that is %s", async (_, contentType, body, message) => {
    fake().control({ fault: "answer", httpStatus: 502, body, ...(contentType && { contentType }) });
    expect(await submit(backend, newLane(backend))).toEqual({
      kind: "ambiguous",
      isOver: false,
      httpStatus: 502,
      message,
    });
  });

  it("hides its own credentials when the ledger repeats them", async () => {
    const to = newLane(backend, { authorization: "Basic c2VjcmV0OnNlY3JldA==" });
    fake().control({ fault: "answer", httpStatus: 401, body: "got c2VjcmV0OnNlY3JldA== from you" });
    expect((await submit(backend, to)).message).toBe("got *** from you");
  });

  it("sends nothing past the deadline", async () => {
    const to = newLane(backend);
    expect(await submit(backend, to, -1)).toEqual({
      kind: "busy",
      message: "Nothing was sent: there was no time left to send anything.",
    });
    expect(eventsOf(to)).toEqual([]);
  });

  it("sends nothing when the deadline passes while it connects", async () => {
    const to = newLane(backend);
    const submitting = submit(backend, to, 20);
    // The process is paused; when it continues, the connection is open and the deadline has passed.
    const until = performance.now() + 100;
    while (performance.now() < until);
    expect(await submitting).toMatchObject({ kind: "busy" });
    expect(await submit(backend, newLane(backend))).toMatchObject({ kind: "accepted" });
    expect(eventsOf(to)).toEqual([]);
  });

  it("is unsure of a reply that the deadline cuts off", async () => {
    const to = newLane(backend);
    fake().control({ fault: "slow", ms: 60_000 });
    expect(await submit(backend, to, CUT_MS)).toEqual({
      kind: "ambiguous",
      isOver: false,
      message: "No answer: there was no whole answer in time.",
    });
    expect(eventsOf(to)[0]).toBe("arrived");
  });

  it("waits for a slow reply within the deadline", async () => {
    fake().control({ fault: "slow", ms: 100 });
    expect(await submit(backend, newLane(backend))).toMatchObject({ kind: "accepted" });
  });

  it("throws nothing but the signal's reason", async () => {
    const to = newLane(backend);
    const controller = new AbortController();
    fake().control({ fault: "slow", ms: 60_000 });
    const options = { deadline: performance.now() + 60_000, signal: controller.signal };
    const submitting = ledgers[backend].submit(to.target, to.body, options);
    setTimeout(() => controller.abort(new Error("stopping")), 50);
    await expect(submitting).rejects.toThrow("stopping");
    await expect(ledgers[backend].submit(to.target, to.body, options)).rejects.toThrow("stopping");
  });

  it("is sure that nobody got it when the connection is refused", async () => {
    const url = await unusedUrl();
    expect(
      await submit(backend, { ...newLane(backend), target: { serviceId: SPLINTER_ID, url, headers: {} } }),
    ).toEqual({
      kind: "busy",
      message: "Nothing was sent: the connection was refused.",
    });
  });

  it.each(["ftp://127.0.0.1/", "nonsense", "http://u:p@127.0.0.1", "http://127.0.0.1?a=b"])(
    "blames the lane for the address %s",
    async (url) => {
      const to = { ...newLane(backend), target: { serviceId: SPLINTER_ID, url, headers: {} } };
      expect(await submit(backend, to)).toMatchObject({ kind: "rejected", about: "lane" });
    },
  );

  it("blames the lane for a header that cannot be sent", async () => {
    const to = newLane(backend, { "x-key": "a\r\nb: c" });
    const answer = await submit(backend, to);
    expect(answer).toEqual({
      kind: "rejected",
      about: "lane",
      message: "Nothing was sent: its address or the headers set for it cannot be used.",
    });
    expect(eventsOf(to)).toEqual([]);
  });
});

function pathOf(backend: LedgerBackend, { name, target }: SubmitLane): string {
  return backend === "sawtooth"
    ? `${target.url}/batches`
    : `${target.url}/scabbard/${name.replace("::", "/")}/batches`;
}

async function unusedUrl(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}
