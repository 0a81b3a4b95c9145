import { describe, expect, it } from "vitest";
import { readFixture } from "../../tests/fixtures/manifests/parse-fixture.ts";
import { DepositFields } from "../contracts/deposit.ts";
import { DETECT_BYTES, detectKind } from "./detect.ts";
import { isManifestKind, MANIFEST_KINDS, PAYLOAD_KINDS, TYPE_FIELD } from "./kinds.ts";
import { profileLine, profileOf } from "./profile-of.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

describe("detectKind", () => {
  it.each([
    ["object.checkm", "ObjectManifest"],
    ["batch-of-manifests.checkm", "ManifestOfManifests"],
    ["batch-of-containers.checkm", "ManifestOfContainers"],
    ["batch-of-files.checkm", "ManifestOfFiles"],
    ["crlf.checkm", "ObjectManifest"],
    ["byte-order-mark.checkm", "ObjectManifest"],
    ["header-profile-old.checkm", "ObjectManifest"],
    ["header-profile-without-pipe.checkm", "ObjectManifest"],
    ["header-storage-profile.checkm", undefined],
    ["header-no-profile.checkm", undefined],
    ["header-none.checkm", undefined],
    ["utf-16.checkm", undefined],
    ["picture.png", "SingleFile"],
    ["plain-text.txt", "SingleFile"],
    ["list.csv", "SingleFile"],
  ])("%s", (file, kind) => {
    expect(detectKind(file, readFixture(file))).toBe(kind);
  });

  it("goes by the content where there is no name, or a name that says nothing", () => {
    expect(detectKind(undefined, readFixture("batch-of-files.checkm"))).toBe("ManifestOfFiles");
    expect(detectKind("list.txt", readFixture("object.checkm"))).toBe("ObjectManifest");
    expect(detectKind("list.txt", readFixture("header-no-profile.checkm"))).toBeUndefined();
    expect(detectKind(undefined, readFixture("header-none.checkm"))).toBe("SingleFile");
  });

  it.each(["a.zip", "a.ZIP", "a.tar", "a.tar.gz", "a.tgz", "a.gz", "a.bz", "a.tar.bz2", "a.tarz"])(
    "takes %s for a container",
    (name) => {
      expect(detectKind(name, readFixture("object.checkm"))).toBe("Container");
    },
  );

  it.each(["a.zip.txt", "zip", "a.docx", "a.7z", ""])("does not take %j for one", (name) => {
    expect(detectKind(name, bytes("hello"))).toBe("SingleFile");
  });

  it("looks for the profile above the first row and in the first bytes only", () => {
    const profile = profileLine("ManifestOfFiles");
    expect(detectKind(undefined, bytes(`hello\n${profile}\n`))).toBe("SingleFile");
    expect(detectKind(undefined, bytes(`# note\n\n ${profile}`))).toBe("ManifestOfFiles");
    const cut = `#%checkm_0.7\n#${" ".repeat(DETECT_BYTES)}`.slice(0, DETECT_BYTES - 60);
    expect(detectKind(undefined, bytes(`${cut}\n${profile}`))).toBeUndefined();
  });

  it.each([
    [
      "mrt-dataone-manifest.txt",
      "#%dataonem_0.1\n#%profile | http://uc3.cdlib.org/registry/ingest/manifest/mrt-dataone-manifest\n",
    ],
    ["list.checkm", "#%otherm_2\n"],
  ])("takes %s, which declares another format, for a single file", (name, text) => {
    expect(detectKind(name, bytes(`${text}#%columns | nie:mimeType\n`))).toBe("SingleFile");
  });

  it.each([
    ["#%other_1 or so\n", undefined],
    ["#%  Other_1.0.2 \n", "SingleFile"],
    ["note #%other_1\n", undefined],
    ["# note #%other_1\n", undefined],
    ["#%other_12\n", "SingleFile"],
    ["#%other_1.12\n", "SingleFile"],
    ["#%other\n", undefined],
    ["#%checkm_0.7\n", undefined],
  ])("goes by the name where the content is %j", (text, kind) => {
    expect(detectKind("list.checkm", bytes(text))).toBe(kind);
  });

  it("takes a declaration, or a line of columns, for a manifest's whatever its name", () => {
    for (const line of ["#%checkm_0.7", "#%columns | nfo:fileUrl"])
      expect(detectKind("list.txt", bytes(`${line}\n`))).toBeUndefined();
    expect(detectKind("list.txt", bytes("# a note\n#%prefix | x\n"))).toBe("SingleFile");
  });

  it("does not read a last line that may be cut", () => {
    const line = `\n${profileLine("ManifestOfFiles")}`;
    const filled = (most: number) => bytes(`${"#".padEnd(most - line.length, " ")}${line}`);
    expect(detectKind(undefined, filled(DETECT_BYTES))).toBe("SingleFile");
    expect(detectKind(undefined, filled(DETECT_BYTES - 1))).toBe("ManifestOfFiles");
  });

  it("takes an empty file for a single file", () => {
    expect(detectKind("a.txt", new Uint8Array())).toBe("SingleFile");
  });
});

describe("profileOf", () => {
  it.each(MANIFEST_KINDS)("reads back the line of %s", (kind) => {
    const address = profileLine(kind).split(" | ")[1] ?? "";
    expect(profileOf(address)).toBe(kind);
    expect(profileOf(address.replace("http:", "https:"))).toBe(kind);
    expect(profileOf(address.replace("ingest/manifest", "mrt"))).toBe(kind);
  });

  it.each([
    "http://uc3.cdlib.org/registry/store/manifest/mrt-add-manifest",
    "http://uc3.cdlib.org/registry/ingest/manifest/mrt-add-manifest",
    "http://uc3.example.org/registry/ingest/manifest/mrt-ingest-manifest",
    "http://uc3.cdlib.org/registry/ingest/manifest/mrt-ingest-manifest/x",
    "see:http://uc3.cdlib.org/registry/ingest/manifest/mrt-ingest-manifest",
    "mrt-ingest-manifest",
    "",
  ])("does not know %j", (address) => {
    expect(profileOf(address)).toBeUndefined();
  });
});

it("four kinds are manifests", () => {
  expect(PAYLOAD_KINDS.filter(isManifestKind)).toEqual(MANIFEST_KINDS);
});

describe("the field type", () => {
  const { type } = DepositFields.shape;

  it.each(Object.keys(TYPE_FIELD))("takes %s", (word) => {
    expect(type.parse(word)).toBe(word);
  });

  it.each(["", "files", "FILE", " file", "constructor", "__proto__", "SingleFile"])(
    "does not know %j",
    (word) => {
      expect(type.safeParse(word).success).toBe(false);
    },
  );
});
