import { describe, expect, it } from "vitest";
import { DepositFields } from "../contracts/deposit.ts";
import { OWN_FIELDS, SAME_FIELDS } from "./form-fields.ts";
import { readMerrittForm } from "./read-form.ts";

const ADD = { update: false };

/** What the form becomes, without the fields every deposit has. */
function read(form: Record<string, string>, address: Parameters<typeof readMerrittForm>[1] = ADD) {
  const { fields, ...others } = readMerrittForm(form, address);
  const { update, sourcesServeOnce, ...rest } = fields;
  expect(sourcesServeOnce).toBe("true");
  return { ...others, update, fields: rest };
}

describe("readMerrittForm", () => {
  it("reads every field of Merritt's form", () => {
    const form = {
      profile: "maps_content",
      filename: "4blocks.checkm",
      type: "object-manifest",
      size: "1024",
      digestType: "SHA-1",
      digestValue: "AAF4C61DDCC5E8A2DABEDE0F3B482CD9AEA9434D",
      primaryIdentifier: "ark:/99999/fk4test",
      localIdentifier: "a;b",
      creator: "Ada",
      title: "Four blocks",
      date: "2013",
      note: "n",
      notification: "ada@example.org",
      "DataCite.resourceType": "Dataset",
    };
    const dc = Object.fromEntries(
      "contributor coverage creator date description format identifier language publisher relation rights source subject title type"
        .split(" ")
        .map((name) => [`DC.${name}`, `x ${name}`]),
    );
    expect(read({ ...form, ...dc, submitter: "ada/Ada", responseForm: "json" })).toEqual({
      fields: {
        collection: "maps",
        filename: "4blocks.checkm",
        type: "object-manifest",
        size: "1024",
        digestType: "SHA-1",
        digestValue: "AAF4C61DDCC5E8A2DABEDE0F3B482CD9AEA9434D",
        primaryIdentifier: "ark:/99999/fk4test",
        localIdentifier: "a;b",
        creator: "Ada",
        title: "Four blocks",
        date: "2013",
        note: "n",
        notification: "ada@example.org",
        resourceType: "Dataset",
        responseForm: "json",
        dcContributor: "x contributor",
        dcCoverage: "x coverage",
        dcCreator: "x creator",
        dcDate: "x date",
        dcDescription: "x description",
        dcFormat: "x format",
        dcIdentifier: "x identifier",
        dcLanguage: "x language",
        dcPublisher: "x publisher",
        dcRelation: "x relation",
        dcRights: "x rights",
        dcSource: "x source",
        dcSubject: "x subject",
        dcTitle: "x title",
        dcType: "x type",
      },
      update: "false",
      submitter: "ada/Ada",
      responseForm: "json",
      warnings: [],
    });
  });

  it("gives only names a deposit has", () => {
    expect(Object.keys(SAME_FIELDS)).toHaveLength(11 + 15);
    for (const field of Object.values(SAME_FIELDS)) expect(Object.keys(DepositFields.shape)).toContain(field);
    expect(OWN_FIELDS.some((name) => Object.hasOwn(SAME_FIELDS, name))).toBe(false);
  });

  it.each([
    ["maps", "maps"],
    ["maps_content", "maps"],
    ["merritt_demo_content", "merritt-demo"],
    ["maps_content_content", "maps-content"],
    ["_content", "_content"],
    [" maps ", "maps"],
    ["Maps_Content", "Maps_Content"],
  ])("profile %j is the collection %j", (profile, collection) => {
    expect(read({ profile }).fields).toEqual({ collection });
  });

  it.each([
    ["file", "file"],
    ["container", "container"],
    ["manifest", "manifest"],
    ["object-manifest", "object-manifest"],
    ["batch-manifest", "batch-manifest"],
    ["container-batch-manifest", "container-batch-manifest"],
    ["single-file-batch-manifest", "single-file-batch-manifest"],
    ["Object-Manifest", "object-manifest"],
    [" batch-manifest ", "batch-manifest"],
    ["batchManifest", "batch-manifest"],
    ["batchManifestContainer", "container-batch-manifest"],
    ["batchManifestFile", "single-file-batch-manifest"],
  ])("type %j is %j", (type, known) => {
    expect(read({ type }).fields).toEqual({ type: known });
  });

  it.each(["zip", "constructor", "object manifest"])(
    "type %j is refused with the types there are",
    (type) => {
      expect(() => read({ type })).toThrow(
        `type "${type}" is not known. Use file, container, object-manifest, batch-manifest,`,
      );
    },
  );

  it.each([
    ["Alder-32", "adler-32"],
    ["ALDER-32", "adler-32"],
    ["alder32", "adler-32"],
    ["Adler-32", "Adler-32"],
    ["an Alder-32", "an Alder-32"],
    ["Alder-32b", "Alder-32b"],
    ["MD5", "MD5"],
    ["md2", "md2"],
  ])("digestType %j is %j", (digestType, name) => {
    expect(read({ digestType, digestValue: "0" }).fields).toEqual({ digestType: name, digestValue: "0" });
  });

  it("leaves out a digestType without a value, and says so; a value alone is the deposit's business", () => {
    const alone = read({ digestType: "md5", digestValue: " ", note: "N" });
    expect(alone.fields).toEqual({ note: "N" });
    expect(alone.warnings).toEqual([
      "digestType alone changes nothing: add digestValue to have the file checked.",
    ]);
    expect(read({ digestValue: "0cc1" }).fields).toEqual({ digestValue: "0cc1" });
  });

  it("takes blank fields as absent", () => {
    expect(read({ title: "", creator: "  ", type: "", object: "", submitter: " ", note: "\n" })).toEqual({
      fields: {},
      update: "false",
      submitter: undefined,
      responseForm: undefined,
      warnings: [],
    });
  });

  it.each<[string, Record<string, string>, string | undefined, string]>([
    ["the field primaryIdentifier", { primaryIdentifier: "ark:/1111/2222" }, undefined, "ark:/1111/2222"],
    ["its older name object", { object: "ark:/1111/2222" }, undefined, "ark:/1111/2222"],
    ["Merritt's own spelling", { primaryIdentifier: "ark/1111/2222" }, undefined, "ark:/1111/2222"],
    ["the address", {}, "ark:/1111/2222", "ark:/1111/2222"],
    [
      "all of them at once",
      { object: "ARK:/1111/2222", primaryIdentifier: "ark:1111/2222" },
      "ark:/1111/22-22",
      "ark:/1111/2222",
    ],
    ["the form's erc", { erc: "where: ark:/1111/2222" }, undefined, "ark:/1111/2222"],
    [
      "a field before the erc",
      { object: "ark:/1111/3", erc: "where: ark:/1111/2222" },
      undefined,
      "ark:/1111/3",
    ],
  ])("finds the object by %s", (_, form, identifier, ark) => {
    expect(read(form, { update: true, identifier })).toMatchObject({
      fields: { primaryIdentifier: ark },
      update: "true",
    });
  });

  it.each(["title", "erc", "DC.title", "submitter", "unknown"])(
    "refuses a field %s of more than 3,500 characters",
    (name) => {
      expect(() => read({ [name]: "x".repeat(3_500) })).not.toThrow();
      expect(() => read({ [name]: "x".repeat(3_501) })).toThrow(
        expect.objectContaining({
          message: `${name} has 3,501 characters; it may have 3,500 characters at most. Shorten it.`,
          problems: [expect.objectContaining({ line: 0 })],
        }),
      );
    },
  );

  it("refuses identifiers that differ, or are none", () => {
    expect(() =>
      read({ primaryIdentifier: "ark:/1111/3" }, { update: true, identifier: "ark:/1111/2222" }),
    ).toThrow("The request names several objects: ark:/1111/2222, ark:/1111/3. Name one.");
    for (const identifier of ["doi:/10.5072/x", "https://n2t.net/ark/1111/2222"])
      expect(() => read({}, { update: true, identifier })).toThrow("cannot be used as an ARK");
  });

  it("fills what the form leaves out from its erc", () => {
    const erc =
      "erc:\nwho: Lederberg, Joshua\nwhat: Studies\nwhen: 1974\nwhere: ark:/13030/x1\nwhere: local-9";
    expect(read({ erc, title: "Mine", localIdentifier: "form-1;form-2" }).fields).toEqual({
      title: "Mine",
      creator: "Lederberg, Joshua",
      date: "1974",
      primaryIdentifier: "ark:/13030/x1",
      localIdentifier: "form-1;form-2; local-9",
    });
  });

  it("tells of fields that change nothing and of those there are not", () => {
    const { warnings } = read({
      retainTargetURL: "true",
      notificationFormat: "verbose",
      synchronousMode: "",
      colour: "red",
      __proto__x: "1",
      toString: "1",
      "dc.title": "case matters",
    });
    expect(warnings).toEqual([
      "retainTargetURL changes nothing.",
      "notificationFormat changes nothing: a report has text, HTML, JSON and CSV.",
      'There is no field "colour": it was left out.',
      'There is no field "__proto__x": it was left out.',
      'There is no field "toString": it was left out.',
      'There is no field "dc.title": it was left out.',
    ]);
  });

  it("names ten unknown fields and counts the rest, however long their names", () => {
    const form = Object.fromEntries(Array.from({ length: 13 }, (_, n) => [`${"x".repeat(99)}${n}`, "1"]));
    const { warnings } = read(form);
    expect(warnings).toHaveLength(11);
    expect(warnings[0]).toBe(`There is no field "${"x".repeat(59)}…": it was left out.`);
    expect(warnings[10]).toBe("3 more unknown fields were left out.");
    expect(read({ ["x".repeat(60)]: "1" }).warnings).toEqual([
      `There is no field "${"x".repeat(60)}": it was left out.`,
    ]);
  });
});
