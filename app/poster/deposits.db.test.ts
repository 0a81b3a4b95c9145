import { createHash, randomUUID } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import type { Part } from "../../tests/merritt/form.ts";
import { parseXml, textsOf } from "../../tests/merritt/parse-xml.ts";
import { posterSite, postForm } from "../../tests/merritt/poster-site.ts";
import type { Sending } from "../../tests/merritt/scene.ts";

vi.mock("server-only", () => ({}));

const site = posterSite(async () => ({
  plain: await import("./[verb]/route.ts"),
  object: await import("./[verb]/[scheme]/[shoulder]/[object]/route.ts"),
  ingest: await import("../object/ingest/route.ts"),
  updating: await import("../object/update/route.ts"),
  root: (await import("../_server/root.ts")).root,
}));

const MD5_OF_HELLO = "5D41402ABC4B2A76B9719D911017C592";
const FILE = new File(["hello"], "hello.txt");

const submit = (parts: readonly Part[], sending?: Sending) => postForm(site, "submit", parts, sending);

/** The batch of an accepted deposit. */
async function accepted(response: Response) {
  expect([response.status, response.status === 200 || (await response.text())]).toEqual([200, true]);
  return site.scene.test.ctx.db.batch.findUniqueOrThrow({ where: { id: response.headers.get("bid") ?? "" } });
}

describe("a deposit", () => {
  it("is answered in XML with Merritt's names and headers", async () => {
    const response = await submit([
      site.scene.profile,
      ["type", "file"],
      ["title", "A <b> & c"],
      ["file", FILE],
    ]);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "text/xml; charset=utf-8",
      hostname: "waybill.example.org",
      "cache-control": "no-store",
    });
    const xml = parseXml(await response.clone().text());
    const { id, createdAt } = await accepted(response);
    expect(xml.name).toBe("bat:batchState");
    expect(xml.attributes).toEqual({ "xmlns:bat": "http://uc3.cdlib.org/ontology/mrt/ingest/batch" });
    expect(xml.children.map(({ name, text }) => [name, text])).toEqual([
      ["bat:batchID", id],
      ["bat:batchStatus", "QUEUED"],
      ["bat:packageName", "hello.txt"],
      ["bat:userAgent", site.scene.ada.name],
      ["bat:submissionDate", `${createdAt.toISOString().slice(0, 19)}+00:00`],
      ["bat:jobStates", ""],
    ]);
  });

  it.each<[string, readonly Part[], string | undefined]>([
    [
      "responseForm before the file",
      [
        ["responseForm", "json"],
        ["file", FILE],
      ],
      undefined,
    ],
    [
      "responseForm after the file",
      [
        ["file", FILE],
        ["responseForm", "JSON"],
      ],
      undefined,
    ],
    ["Accept", [["file", FILE]], "application/json"],
    [
      "responseForm against Accept",
      [
        ["responseForm", "json"],
        ["file", FILE],
      ],
      "text/xml",
    ],
  ])("is answered in JSON by %s", async (_, parts, accept) => {
    const response = await submit([site.scene.profile, ...parts], accept === undefined ? {} : { accept });
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(await response.json()).toEqual({
      "bat:batchState": {
        "xmlns:bat": "http://uc3.cdlib.org/ontology/mrt/ingest/batch",
        "bat:batchID": response.headers.get("bid"),
        "bat:batchStatus": "QUEUED",
        "bat:packageName": "hello.txt",
        "bat:userAgent": site.scene.ada.name,
        "bat:submissionDate": expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
        "bat:jobStates": [],
      },
    });
  });

  it("keeps all the form says, wherever the file stands", async () => {
    const fields: Part[] = [
      site.scene.profile,
      ["filename", "sub/renamed.txt"],
      ["type", "file"],
      ["size", "5"],
      ["digestType", "md5"],
      ["digestValue", MD5_OF_HELLO],
      ["localIdentifier", "localid;localid;localidtwo"],
      ["creator", "Ada"],
      ["title", "Greeting"],
      ["date", "1843"],
      ["note", "n"],
      ["notification", site.scene.ada.email],
      ["DataCite.resourceType", "Text"],
      ["DC.subject", "a;b"],
    ];
    for (const parts of [
      [...fields, ["file", FILE]],
      [["file", FILE], ...fields],
    ] as Part[][]) {
      const batch = await accepted(await submit(parts));
      expect(batch).toMatchObject({
        kind: "SingleFile",
        update: false,
        payloadFilename: "sub/renamed.txt",
        digestType: "md5",
        digestValue: MD5_OF_HELLO.toLowerCase(),
        payloadSha256: createHash("sha256").update("hello").digest("hex"),
        deposit: {
          collection: site.scene.maps.slug,
          localIdentifier: "localid;localid;localidtwo",
          creator: "Ada",
          title: "Greeting",
          date: "1843",
          note: "n",
          notification: site.scene.ada.email,
          resourceType: "Text",
          dcSubject: "a;b",
        },
      });
    }
  });

  it("may have its digest's halves on both sides of the file, in Merritt's spelling", async () => {
    const adler = await accepted(
      await submit([
        site.scene.profile,
        ["digestValue", "062C0215"],
        ["file", FILE],
        ["digestType", "Alder-32"],
      ]),
    );
    // Adler-32 of "hello", RFC 1950: a = 1 + 532, b = 5 + 1551
    expect(adler).toMatchObject({ digestType: "adler-32", digestValue: "062c0215" });
  });

  it.each([
    ["submit", false],
    ["add", false],
    ["update", true],
  ])("%s of an object the address names", async (verb, update) => {
    const params = { verb, scheme: "ark", shoulder: "1111", object: "2222" };
    const response = await site.routes.object.POST(
      await site.scene.request(`/poster/${verb}/ark/1111/2222`, [site.scene.profile, ["file", FILE]]),
      { params: Promise.resolve(params) },
    );
    expect(await accepted(response)).toMatchObject({
      update,
      deposit: { primaryIdentifier: "ark:/1111/2222" },
    });
  });

  it("of an object the field names, at the address of Merritt's web pages", async () => {
    const parts: Part[] = [
      site.scene.profile,
      ["primaryIdentifier", "ark:/1111/2222"],
      ["retainTargetURL", "true"],
      ["file", FILE],
    ];
    const update = await site.routes.updating.POST(
      await site.scene.request("/object/update", parts),
      undefined,
    );
    expect(await accepted(update)).toMatchObject({
      update: true,
      deposit: { primaryIdentifier: "ark:/1111/2222" },
    });
    const ingest = await site.routes.ingest.POST(
      await site.scene.request("/object/ingest", [site.scene.profile, ["file", FILE]]),
      undefined,
    );
    expect(await accepted(ingest)).toMatchObject({ update: false });
  });

  it("tells what was left out of the form", async () => {
    const response = await submit([
      site.scene.profile,
      ["colour", "red"],
      ["submitter", "bo/Bo"],
      ["file", FILE],
    ]);
    const xml = parseXml(await response.text());
    expect(textsOf(xml, "bat:batchStatusMessage")).toEqual([
      `There is no field "colour": it was left out. submitter was left out: the deposit is in the name of ${site.scene.ada.name}.`,
    ]);
  });

  it("of an operator may be for somebody else; who handed it in stays known", async () => {
    const operator = await site.scene.caller("operator", []);
    const batch = await accepted(
      await submit([site.scene.profile, ["submitter", "bo/Bo\u0007 Depositor"], ["file", FILE]], {
        as: operator.basic,
      }),
    );
    expect(batch).toMatchObject({ submitter: "bo/Bo  Depositor", submitterId: operator.id });
    const event = await site.scene.test.ctx.db.event.findFirstOrThrow({
      where: { batchId: batch.id, kind: "batch.accepted" },
    });
    expect(event.actor).toBe(operator.name);
  });

  it("may be repeated under its key", async () => {
    const key = randomUUID();
    const parts: Part[] = [site.scene.profile, ["title", "Once"], ["file", FILE]];
    const [first, again] = [await submit(parts, { key }), await submit(parts, { key })];
    expect(again.headers.get("bid")).toBe(first.headers.get("bid"));
    expect(textsOf(parseXml(await again.text()), "bat:batchStatus")).toEqual(["QUEUED"]);
  });
});
