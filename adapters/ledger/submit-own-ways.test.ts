import { describe, expect, it } from "vitest";
import { APPLIES_ONCE } from "../../core/ledger/ports.ts";
import { submitBench } from "../../tests/fixtures/ledger/submit-bench.ts";

const { fake, newLane, submit } = submitBench();

describe("each ledger's own ways", () => {
  it("keeps Sawtooth's code and words, and tells busy from ambiguous by the code", async () => {
    const to = newLane("sawtooth");
    fake().control({ fault: "unavailable", code: 15 });
    expect(await submit("sawtooth", to)).toEqual({
      kind: "busy",
      httpStatus: 503,
      ledgerCode: "15",
      message: "The validator has no genesis block, and is not yet ready to be queried.",
    });
    fake().control({ fault: "busy" });
    expect(await submit("sawtooth", to)).toMatchObject({ kind: "busy", ledgerCode: "31" });
    fake().control({ fault: "reject" });
    expect(await submit("sawtooth", to)).toMatchObject({ about: "batch", ledgerCode: "30" });
  });

  it("reads scabbard's empty 429 and its message", async () => {
    const to = newLane("scabbard");
    fake().control({ fault: "busy" });
    expect(await submit("scabbard", to)).toEqual({
      kind: "busy",
      httpStatus: 429,
      message: "429 Too Many Requests",
    });
    const words = "scabbard service gsAA on circuit z7499-QGFd3 not found";
    fake().control({ fault: "answer", httpStatus: 404, body: JSON.stringify({ message: words }) });
    expect(await submit("scabbard", to)).toMatchObject({ about: "lane", message: words });
  });

  it("blames the lane, not the batch, for a protocol version scabbard does not speak", async () => {
    const body = { message: "no", requested_protocol: "1", splinter_protocol: "2" };
    fake().control({ fault: "answer", httpStatus: 400, body: JSON.stringify(body) });
    expect(await submit("scabbard", newLane("scabbard"))).toMatchObject({ kind: "rejected", about: "lane" });
  });

  it("blames the lane for a scabbard lane whose name is no Splinter id", async () => {
    const to = newLane("scabbard");
    const bad = { ...to, target: { ...to.target, serviceId: "maps" } };
    expect(await submit("scabbard", bad)).toMatchObject({ kind: "rejected", about: "lane" });
  });

  it("applies a batch once on Sawtooth however often it is sent, and again on scabbard", async () => {
    const [one, two] = [newLane("sawtooth"), newLane("scabbard")];
    for (const _ of [1, 2]) {
      await submit("sawtooth", one);
      await submit("scabbard", two);
    }
    expect(fake().counts(one.name)).toEqual({ [one.id]: 1 });
    expect(fake().counts(two.name)).toEqual({ [two.id]: 2 });
    expect(APPLIES_ONCE.sawtooth).toBe(true);
    expect(APPLIES_ONCE.scabbard).toBe(false);
  });
});
