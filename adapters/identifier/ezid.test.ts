import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { publicRecord, reservedRecord } from "../../core/identifier/ezid-record.ts";
import { hasCheckDigit } from "../../core/identifier/noid.ts";
import type { EzidAnswer, EzidCall, IdentifierService } from "../../core/identifier/ports.ts";
import { kernelOf } from "../../tests/servers/fake-ezid/kernel.ts";
import { type FakeEzid, startFakeEzid } from "../../tests/servers/fake-ezid/start.ts";
import { ezidService } from "./ezid.ts";

const SHOULDER = "ark:/99999/fk4";
const PASSWORD = "pass:wörd-42";
const FACTS = {
  jobId: "jid-1",
  who: "Müller, Jürgen % Söhne",
  what: "Zeile 1\nZeile 2",
  when: "1924~",
  localIds: ["loc 1"],
  target: "https://example.org/o",
  coOwner: "library",
};

let ezid: FakeEzid;
let service: IdentifierService;
beforeAll(async () => {
  ezid = await startFakeEzid({
    accounts: { waybill: PASSWORD, other: "x" },
    rules: {
      shoulders: [
        { shoulder: SHOULDER, users: ["waybill"] },
        { shoulder: "ark:/99999/fk5", users: ["waybill"], minting: false },
        { shoulder: "ark:/12345/x1", users: ["other"] },
      ],
      users: new Map([
        ["waybill", ["library"]],
        ["library", []],
        ["other", []],
      ]),
    },
  });
  service = ezidService({ url: `${ezid.url}/`, user: "waybill", password: PASSWORD });
});
afterAll(async () => {
  await service.close();
  await ezid.close();
});
beforeEach(() => ezid.control({ clear: "all" }));

function inMs(ms: number, signal = new AbortController().signal): EzidCall {
  return { deadline: performance.now() + ms, signal };
}

function mint(elements = reservedRecord(FACTS), shoulder = SHOULDER): Promise<EzidAnswer> {
  return service.mint(shoulder, elements, inMs(5_000));
}

async function mintOne(): Promise<string> {
  const answer = await mint();
  if (answer.kind !== "done") throw new Error(answer.message);
  return answer.identifier;
}

describe("an ARK at EZID", () => {
  it("is reserved, made public with its description, and cannot be deleted then", async () => {
    const ark = await mintOne();
    expect(ark).toMatch(/^ark:\/99999\/fk4[0-9a-z]{7}$/);
    expect(hasCheckDigit(ark.slice("ark:/".length))).toBe(true);
    const reserved = ezid.records.get(ark);
    expect(Object.fromEntries(reserved ?? [])).toEqual({
      _status: "reserved",
      _export: "no",
      _profile: "erc",
      _owner: "library",
      _target: `https://example.org/o/${ark}`,
      "erc.who": "Müller, Jürgen % Söhne",
      "erc.what": "Zeile 1\nZeile 2",
      "erc.when": "1924~",
      "erc.where": "loc 1",
      "waybill.job": "jid-1",
    });
    expect(await service.update(ark, publicRecord(ark, FACTS), inMs(5_000))).toEqual({
      kind: "done",
      identifier: ark,
    });
    expect(await service.update(ark, publicRecord(ark, FACTS), inMs(5_000))).toMatchObject({ kind: "done" });
    expect(ezid.records.get(ark)?.get("_status")).toBe("public");
    expect(ezid.records.get(ark)?.get("erc.where")).toBe(`${ark} ; loc 1`);
    expect(await service.remove(ark, inMs(5_000))).toEqual({
      kind: "refused",
      reason: "not_reserved",
      message: "bad request - identifier status does not support deletion",
    });
  });

  it.each(["100% cotton", "5%pe %% %_ %zz %41", "a\u0085b\u000bc\u2028d", "who: x\nwhat: y", "%{ a %}"])(
    "has the title %j as EZID reads it",
    async (what) => {
      const ark = await mintOne();
      await service.update(ark, publicRecord(ark, { ...FACTS, what }), inMs(5_000));
      expect(kernelOf(ezid.records.get(ark) ?? new Map())).toEqual({
        who: "Müller, Jürgen % Söhne",
        what,
        when: "1924~",
      });
    },
  );

  it("that is reserved is deleted, and is unknown then until it is put again", async () => {
    const ark = await mintOne();
    expect(await service.remove(ark, inMs(5_000))).toEqual({ kind: "done", identifier: ark });
    const unknown = { kind: "refused", reason: "unknown", message: "bad request - no such identifier" };
    expect(await service.remove(ark, inMs(5_000))).toEqual(unknown);
    expect(await service.update(ark, publicRecord(ark, FACTS), inMs(5_000))).toEqual(unknown);
    expect(await service.put(ark, publicRecord(ark, FACTS), inMs(5_000))).toMatchObject({ kind: "done" });
    expect(await service.put(ark, publicRecord(ark, FACTS), inMs(5_000))).toMatchObject({ kind: "done" });
    expect(ezid.records.get(ark)?.get("_status")).toBe("public");
  });
});

describe("an ARK of a given name", () => {
  it("is created once, and what is there can be looked at", async () => {
    const ark = "ark:/99999/fk4own";
    expect(await service.create(ark, [["waybill.job", "100% jid:1"]], inMs(5_000))).toEqual({
      kind: "done",
      identifier: ark,
    });
    expect(await service.create(ark, [["waybill.job", "other"]], inMs(5_000))).toEqual({
      kind: "refused",
      reason: "exists",
      message: "bad request - identifier already exists, cannot create",
    });
    const seen = await service.view(ark, inMs(5_000));
    expect(seen.kind === "seen" && seen.elements.get("waybill.job")).toBe("100% jid:1");
    expect(await service.view("ark:/99999/fk4none", inMs(5_000))).toMatchObject({ reason: "unknown" });
    expect(await service.create("ark:/12345/x1", [], inMs(5_000))).toMatchObject({ message: "forbidden" });
  });
});

describe("what EZID refuses, in its own words", () => {
  it.each([
    ["a shoulder there is not", () => mint(undefined, "ark:/99999/fk9"), "bad request - no such shoulder"],
    [
      "a shoulder without a minter",
      () => mint(undefined, "ark:/99999/fk5"),
      "bad request - shoulder does not support minting",
    ],
    ["somebody else's shoulder", () => mint(undefined, "ark:/12345/x1"), "forbidden"],
    ["an owner there is not", () => mint([["_owner", "nobody"]]), "bad request - _owner: No such user."],
    [
      "an owner who did not agree",
      () => mint([["_owner", "other"]]),
      "bad request - ownership change prohibited",
    ],
    ["a status", () => mint([["_status", "lost"]]), "bad request - _status: Invalid identifier status."],
    [
      "an element of EZID's own",
      () => mint([["_created", "1"]]),
      "bad request - createTime: Field is not settable.",
    ],
  ])("%s", async (_name, call, message) => {
    expect(await call()).toEqual({ kind: "refused", reason: "other", message });
  });

  it("credentials, which are not repeated anywhere", async () => {
    const wrong = ezidService({ url: ezid.url, user: "waybill", password: "wrong-pass" });
    expect(await wrong.mint(SHOULDER, [], inMs(5_000))).toEqual({
      kind: "refused",
      reason: "other",
      message: "unauthorized",
    });
    await wrong.close();
    const basic = Buffer.from(`waybill:${PASSWORD}`).toString("base64");
    ezid.control({
      fault: "answer",
      httpStatus: 400,
      body: `error: bad request - who is ${PASSWORD} with ${basic}`,
    });
    expect(await mint()).toMatchObject({ message: "bad request - who is *** with ***" });
  });
});

describe("what is tried again", () => {
  it.each([
    ["concurrency limit", { fault: "busy", retryAfter: "7" }, { isUnsure: false, retryAfterMs: 7_000 }],
    [
      "an error of EZID's",
      { fault: "answer", httpStatus: 500, body: "error: internal server error" },
      { isUnsure: false, message: "internal server error" },
    ],
    [
      "an error of what stands before it",
      { fault: "answer", httpStatus: 502, body: "<h1>Bad Gateway</h1>" },
      { isUnsure: true, message: "502 Bad Gateway" },
    ],
    [
      "a page in the place of an answer",
      { fault: "answer", httpStatus: 200, body: "<html>Back soon</html>" },
      { isUnsure: true, message: "its answer cannot be read: 200 OK" },
    ],
    ["a connection that is reset", { fault: "drop-before" }, { isUnsure: true }],
    ["one that is reset after it was done", { fault: "drop-after" }, { isUnsure: true }],
  ] as const)("%s", async (_name, fault, facts) => {
    ezid.control(fault);
    expect(await mint()).toMatchObject({ kind: "again", ...facts });
    expect(await mint()).toMatchObject({ kind: "done" });
  });

  it("an answer that does not come in time", async () => {
    ezid.control({ fault: "hang" });
    const answer = await service.mint(SHOULDER, [], inMs(300));
    expect(answer).toEqual({
      kind: "again",
      message: "there was no whole answer in time",
      isUnsure: true,
    });
  });

  it("a server that is not there, which surely did nothing", async () => {
    const away = ezidService({ url: "http://127.0.0.1:1", user: "u", password: "p" });
    expect(await away.mint(SHOULDER, [], inMs(5_000))).toEqual({
      kind: "again",
      message: "the connection was refused",
      isUnsure: false,
    });
    await away.close();
  });

  it("a call without time left is not sent", async () => {
    const before = ezid.log.length;
    expect(await service.mint(SHOULDER, [], inMs(-1))).toMatchObject({ kind: "again", isUnsure: false });
    expect(ezid.log.length).toBe(before);
  });

  it("an answer that breaks off", async () => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket);
      socket.on("error", () => undefined);
      socket.once("data", () =>
        socket.end("HTTP/1.1 201 CREATED\r\nContent-Length: 40\r\n\r\nsuccess: ark:/99999/fk4"),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const half = ezidService({
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      user: "u",
      password: "p",
    });
    expect(await half.mint(SHOULDER, [], inMs(5_000))).toMatchObject({ kind: "again", isUnsure: true });
    await half.close();
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
});

it("more calls at a time than EZID takes are told so", async () => {
  ezid.control({ fault: "slow", ms: 300, times: 0 });
  const answers = await Promise.all(Array.from({ length: 6 }, () => mint()));
  expect(answers.filter(({ kind }) => kind === "done")).toHaveLength(4);
  expect(answers.filter(({ kind }) => kind === "again")).toHaveLength(2);
  expect(ezid.mostAtOnce).toBeGreaterThan(4);
});

it("an address that is none of a service is refused without a request", async () => {
  const odd = ezidService({ url: "http://user:pass@127.0.0.1/?x", user: "u", password: "p" });
  expect(await odd.remove("ark:/99999/fk4x", inMs(1_000))).toMatchObject({
    kind: "refused",
    message: "EZID_URL is not a plain http or https address",
  });
  await odd.close();
});
