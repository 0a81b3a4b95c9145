import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ObjectFacts } from "./facts.ts";
import { systemFiles } from "./system-files.ts";

const FACTS: ObjectFacts = {
  ark: "ark:/99999/fk4k1q5m4rc7",
  arkOrigin: "minted",
  localIds: ["box-7", "nx:12"],
  who: "Muybridge, Eadweard",
  what: "The horse in motion & other plates",
  when: "1878",
  dublinCore: { subject: ["Horses", "Gait"], rights: ["Public domain"] },
  owner: "ark:/99999/fk4owner",
  collections: ["ark:/99999/fk4coll", "demo"],
  object: { type: "MRT-curatorial", role: "MRT-content" },
  ingestService: "Waybill",
  submissionDate: new Date("2026-03-01T12:00:00Z"),
  batchId: "bid-1",
  jobId: "jid-2",
  submitter: "ada/Ada Depositor",
  fileName: "horse.checkm",
  payload: "manifest",
  profile: "demo_content",
  storageService: "ocfl",
  storageNode: "1",
  notification: ["ada@example.org", "team@example.org"],
  digest: { algorithm: "sha-256", value: "00ff" },
  note: undefined,
  checks: { packageIntegrity: "valid", manifestValidity: "valid" },
  handlers: ["Downloading/1", "Processing/1"],
};

/** The least a job can know. */
const BARE: ObjectFacts = {
  ...FACTS,
  arkOrigin: "existing",
  localIds: [],
  who: undefined,
  what: "  ",
  when: undefined,
  dublinCore: {},
  owner: "",
  collections: [],
  submitter: undefined,
  notification: [],
  digest: undefined,
  checks: {},
  handlers: [],
};

function textOf(facts: ObjectFacts, name: string): string {
  const file = systemFiles(facts).find(({ path }) => path === `system/${name}`);
  if (file === undefined) throw new Error(`no ${name}`);
  return file.text;
}

describe("systemFiles", () => {
  it("are six files below system", () => {
    expect(systemFiles(FACTS).map(({ path, mediaType }) => `${path} ${mediaType}`)).toEqual([
      "system/mrt-ingest.txt text/plain",
      "system/mrt-owner.txt text/plain",
      "system/mrt-membership.txt text/plain",
      "system/mrt-mom.txt text/plain",
      "system/mrt-erc.txt text/plain",
      "system/mrt-dc.xml application/xml",
    ]);
  });

  it("tell in mrt-ingest.txt how the object came in", () => {
    expect(textOf(FACTS, "mrt-ingest.txt")).toBe(
      [
        "ingest:\tWaybill",
        "submissionDate:\t2026-03-01T12:00:00.000Z",
        "batch:\tbid-1",
        "job:\tjid-2",
        "userAgent:\tada/Ada Depositor",
        "file:\thorse.checkm",
        "type:\tmanifest",
        "profile:\tdemo_content",
        "collection:\tark:/99999/fk4coll; demo",
        "storageService:\tocfl",
        "storageNode:\t1",
        "notification:\tada@example.org;team@example.org",
        "suppliedIdentifier:\t(:unas)",
        "digestType:\tsha-256",
        "digestValue:\t00ff",
        "creator:\tMuybridge, Eadweard",
        "title:\tThe horse in motion & other plates",
        "date:\t1878",
        "localIdentifier:\tbox-7; nx:12",
        "note:\t(:unas)",
        "packageIntegrity:\tvalid",
        "manifestValidity:\tvalid",
        "assignedIdentifier:\tark:/99999/fk4k1q5m4rc7",
        "retrievedIdentifier:\t(:unas)",
        "handlers:\tDownloading/1,Processing/1",
        "",
      ].join("\n"),
    );
  });

  it("write (:unas) for what nobody gave", () => {
    expect(textOf(BARE, "mrt-ingest.txt")).toBe(
      [
        "ingest:\tWaybill",
        "submissionDate:\t2026-03-01T12:00:00.000Z",
        "batch:\tbid-1",
        "job:\tjid-2",
        "userAgent:\t(:unas)",
        "file:\thorse.checkm",
        "type:\tmanifest",
        "profile:\tdemo_content",
        "collection:\t(:unas)",
        "storageService:\tocfl",
        "storageNode:\t1",
        "notification:\t(:unas)",
        "suppliedIdentifier:\t(:unas)",
        "digestType:\t(:unas)",
        "digestValue:\t(:unas)",
        "creator:\t(:unas)",
        "title:\t(:unas)",
        "date:\t(:unas)",
        "localIdentifier:\t(:unas)",
        "note:\t(:unas)",
        "assignedIdentifier:\t(:unas)",
        "retrievedIdentifier:\tark:/99999/fk4k1q5m4rc7",
        "handlers:\t(:unas)",
        "",
      ].join("\n"),
    );
    expect(textOf(BARE, "mrt-owner.txt")).toBe("(:unas)");
    expect(textOf(BARE, "mrt-membership.txt")).toBe("(:unas)\n");
    expect(textOf(BARE, "mrt-erc.txt")).toBe(
      "erc:\nwho: (:unas)\nwhat: (:unas)\nwhen: (:unas)\nwhere: ark:/99999/fk4k1q5m4rc7\nwhere: (:unas)\n",
    );
    expect(textOf(BARE, "mrt-dc.xml")).toBe(
      `<?xml version="1.0" encoding="UTF-8"?>
<DublinCore xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:dc="http://purl.org/dc/elements/1.1/">
  <dc:identifier>ark:/99999/fk4k1q5m4rc7</dc:identifier>
</DublinCore>
`,
    );
  });

  it("name a supplied ARK as such", () => {
    const text = textOf({ ...FACTS, arkOrigin: "supplied" }, "mrt-ingest.txt");
    expect(text).toContain("suppliedIdentifier:\tark:/99999/fk4k1q5m4rc7\n");
    expect(text).toContain("assignedIdentifier:\t(:unas)\nretrievedIdentifier:\t(:unas)\n");
  });

  it("tell owner, collections, model and citation", () => {
    expect(textOf(FACTS, "mrt-owner.txt")).toBe("ark:/99999/fk4owner");
    expect(textOf(FACTS, "mrt-membership.txt")).toBe("ark:/99999/fk4coll\ndemo\n");
    expect(textOf(FACTS, "mrt-mom.txt")).toBe(
      "primaryIdentifier:\tark:/99999/fk4k1q5m4rc7\ntype:\tMRT-curatorial\nrole:\tMRT-content\naggregate:\t(:unas)\nlocalIdentifier:\tbox-7; nx:12\n",
    );
    expect(textOf(FACTS, "mrt-erc.txt")).toBe(
      "erc:\nwho: Muybridge, Eadweard\nwhat: The horse in motion & other plates\nwhen: 1878\nwhere: ark:/99999/fk4k1q5m4rc7\nwhere: box-7; nx:12\n",
    );
  });

  it("give Dublin Core in the order of the elements", () => {
    expect(textOf(FACTS, "mrt-dc.xml")).toBe(
      `<?xml version="1.0" encoding="UTF-8"?>
<DublinCore xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:dc="http://purl.org/dc/elements/1.1/">
  <dc:creator>Muybridge, Eadweard</dc:creator>
  <dc:date>1878</dc:date>
  <dc:identifier>ark:/99999/fk4k1q5m4rc7</dc:identifier>
  <dc:identifier>box-7</dc:identifier>
  <dc:identifier>nx:12</dc:identifier>
  <dc:rights>Public domain</dc:rights>
  <dc:subject>Horses</dc:subject>
  <dc:subject>Gait</dc:subject>
  <dc:title>The horse in motion &amp; other plates</dc:title>
</DublinCore>
`,
    );
  });

  it("prefer Dublin Core's own creator, title and date, and name an identifier once", () => {
    const text = textOf(
      { ...FACTS, dublinCore: { title: ["Plates"], identifier: ["nx:12", "isbn:1"] } },
      "mrt-dc.xml",
    );
    expect(text.match(/<dc:title>.*/g)).toEqual(["<dc:title>Plates</dc:title>"]);
    expect(text.match(/<dc:identifier>.*/g)).toHaveLength(4);
    const padded = textOf({ ...FACTS, who: " Ada\n", when: " " }, "mrt-dc.xml");
    expect(padded.match(/<dc:(?:creator|date)>.*/g)).toEqual(["<dc:creator>Ada</dc:creator>"]);
  });
});

describe("hostile values", () => {
  it.each([
    ["a\nhandlers:\tnone", "a%0Ahandlers:\tnone"],
    ["a\r\nb", "a%0D%0Ab"],
    ["a\u0085b\u2028c\u2029d\u000be", "a%C2%85b%E2%80%A8c%E2%80%A9d%0Be"],
    ["nul\u0000", "nul%00"],
    ["100% wool, 5%0A, %zz", "100% wool, 5%250A, %zz"],
    ["5%a zone", "5%a zone"],
    ["\n  padded  \n", "padded"],
    ["half \ud83d", "half \ufffd"],
    ["whole \u{1f40e}", "whole \u{1f40e}"],
    ["# no comment", "# no comment"],
  ])("%j becomes one line", (what, line) => {
    expect(textOf({ ...FACTS, what }, "mrt-erc.txt").split("\n")[2]).toBe(`what: ${line}`);
    expect(textOf({ ...FACTS, what }, "mrt-ingest.txt").split("\n")).toHaveLength(26);
  });

  it("never add a line or a key", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (value) => {
        const lines = textOf(
          { ...FACTS, who: value, what: value, when: value, localIds: [value] },
          "mrt-erc.txt",
        ).split(/[\n\r\v\f\u0085\u2028\u2029]/);
        expect(lines.map((line) => line.slice(0, line.indexOf(":")))).toEqual([
          "erc",
          "who",
          "what",
          "when",
          "where",
          "where",
          "",
        ]);
      }),
    );
  });

  it("can be got back by decoding", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (value) => {
        fc.pre(value.trim() !== "");
        const line = textOf({ ...FACTS, what: value }, "mrt-erc.txt").split("\n")[2] ?? "";
        const decoded = line
          .slice("what: ".length)
          .replace(/(?:%[0-9A-Fa-f]{2})+/g, (octets) => decodeURIComponent(octets));
        expect(decoded).toBe(value.trim());
      }),
    );
  });

  it("leave XML well formed and lose only what XML forbids", () => {
    const what = "a<b>&\"'\u0000\u0008\u001f\ufffe\uffff\ud800]]>\r\n\u{1f40e}\t";
    expect(textOf({ ...FACTS, dublinCore: { description: [what] } }, "mrt-dc.xml")).toContain(
      "<dc:description>a&lt;b&gt;&amp;&quot;&apos;]]&gt;&#13;\n\u{1f40e}\t</dc:description>\n",
    );
  });
});
