import iconv from "iconv-lite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeBag } from "../../tests/containers/make-bag.ts";
import { type Contents, makeZip } from "../../tests/containers/make-container.ts";
import { rawZip } from "../../tests/containers/raw-zip.ts";
import { type DepositScene, type Fields, makeDepositScene } from "../../tests/factories/deposit-scene.ts";
import { getJob } from "../job/get.ts";

let scene: DepositScene;
let chinese: DepositScene;
beforeAll(async () => {
  scene = await makeDepositScene();
  chinese = await makeDepositScene({ nameEncoding: "gbk" });
});
afterAll(async () => {
  await scene.end();
  await chinese.end();
});

const EMBARGO = "embargoEndDate: 2090-01-31T00:00:00+01:00\n";

/** A container's job, with the codes of its warnings. */
async function ingest(bytes: Uint8Array, at = scene, fields: Fields = {}) {
  const batchId = await at.deposit(bytes, { type: "container", filename: "my.zip", ...fields });
  await at.work();
  const { id, state, errorCode, ark } = await at.jobOf(batchId);
  const { warnings } = await getJob(at.ctx, id);
  const names = ark
    ? Object.keys(await at.filesOf(ark, 1)).filter((name) => name.startsWith("producer/"))
    : [];
  const object = ark ? await at.ctx.db.storedObject.findUnique({ where: { ark } }) : null;
  return { state, errorCode, codes: warnings.first.map(({ code }) => code), names, object };
}
const zip = async (contents: Contents, fields?: Fields) => ingest(await makeZip(contents), scene, fields);

describe("a folder around everything", () => {
  it("is seen through for an embargo, which was ignored", async () => {
    const job = await zip({ "my map/mrt-embargo.txt": EMBARGO, "my map/a.tif": "x", "._my map": "mac" });
    expect(job).toMatchObject({ state: "Completed", codes: ["folder_left_out"] });
    expect(job.names.sort()).toEqual(["producer/._my map", "producer/a.tif", "producer/mrt-embargo.txt"]);
    expect(job.object?.embargoUntil).toEqual(new Date("2090-01-30T23:00:00Z"));
  });

  it("is seen through for a list of its own, which is compared", async () => {
    const rows = "#%checkm_0.7\nb.txt | md5 | 00000000000000000000000000000000 | 1 | |\n#%eof\n";
    expect(await zip({ "f/mrt-manifest.txt": rows, "f/b.txt": "x", ".DS_Store": "mac" })).toMatchObject({
      state: "Failed",
      errorCode: "container_manifest_invalid",
    });
  });

  it("is kept when it is only a folder", async () => {
    const job = await zip({ "f/a.tif": "x", "f/b.tif": "y" });
    expect(job).toMatchObject({
      state: "Completed",
      codes: [],
      names: ["producer/f/a.tif", "producer/f/b.tif"],
    });
  });
});

describe("what is not read or judged is said", () => {
  it("an embargo in one of two folders", async () => {
    const job = await zip({ "f/mrt-embargo.txt": EMBARGO, "g/a.tif": "x" });
    expect(job).toMatchObject({ state: "Completed", codes: ["metadata_unread"] });
    expect(job.object?.embargoUntil).toBeNull();
  });

  it("two bags side by side", async () => {
    const two = { ...makeBag({ a: "x" }, { top: "one/" }), ...makeBag({ b: "y" }, { top: "two/" }) };
    expect(await zip(two)).toMatchObject({ state: "Completed", codes: ["bag_unjudged", "bag_unjudged"] });
  });
});

describe("a bag packed on a Mac", () => {
  const damaged = { changes: { "data/a.txt": "damaged" }, top: "my bag/" };

  it.each(["._my bag", ".DS_Store", "Thumbs.db", "desktop.ini"])(
    "with %s beside it is validated: a damaged one was stored",
    async (name) => {
      const contents = { ...makeBag({ "a.txt": "alpha" }, damaged), [name]: "system" };
      expect(await zip(contents)).toMatchObject({ state: "Failed", errorCode: "bag_invalid" });
    },
  );

  it("that is whole is stored without its folder, with what lay beside it", async () => {
    const contents = { ...makeBag({ "a.txt": "alpha" }, { top: "my bag/" }), "._my bag": "system" };
    const job = await zip(contents);
    expect(job).toMatchObject({ state: "Completed", codes: [] });
    expect(job.names).toEqual(expect.arrayContaining(["producer/bagit.txt", "producer/._my bag"]));
  });
});

describe("names that are not UTF-8", () => {
  const name = "\u5317\u4eac.txt";
  const bytes = rawZip([{ name: iconv.encode(name, "gbk"), data: "x" }]);

  it("are refused where nobody says what they are, with a problem that does", async () => {
    const batchId = await scene.deposit(bytes, { type: "container", filename: "my.zip" });
    await scene.work();
    const { id } = await scene.jobOf(batchId);
    expect(await getJob(scene.ctx, id)).toMatchObject({
      state: "Failed",
      fault: {
        code: "container_invalid",
        problems: [{ code: "entry_name_encoding", message: expect.stringContaining(`"${name}" in gbk`) }],
      },
    });
  });

  it("are read as the deposit says, before the profile", async () => {
    expect(await ingest(bytes, scene, { nameEncoding: "GB2312" })).toMatchObject({
      state: "Completed",
      names: [`producer/${name}`],
    });
    const cyrillic = rawZip([{ name: iconv.encode("\u041a.txt", "cp866"), data: "x" }]);
    expect(await ingest(cyrillic, chinese, { nameEncoding: "cp866" })).toMatchObject({
      names: ["producer/\u041a.txt"],
    });
  });

  it("are read as the profile says", async () => {
    expect(await ingest(bytes, chinese)).toMatchObject({ names: [`producer/${name}`] });
  });

  it("an encoding nobody knows is refused at the door", async () => {
    await expect(scene.deposit(bytes, { filename: "my.zip", nameEncoding: "klingon" })).rejects.toMatchObject(
      {
        code: "bad_form",
        message: expect.stringContaining("Give one of gbk, big5"),
      },
    );
  });
});

describe("a bag that names a BagIt profile of its collection", () => {
  const id = "https://example.org/bagit/disks.json";
  const info = (lines = "") => `BagIt-Profile-Identifier: ${id}\n${lines}`;
  const bagOf = (text: string) =>
    makeZip(
      makeBag({ "a.txt": "a" }, { changes: { "bag-info.txt": text, "tagmanifest-sha512.txt": undefined } }),
    );
  let strict: DepositScene;
  beforeAll(async () => {
    const about = { "BagIt-Profile-Info": { "BagIt-Profile-Identifier": id } };
    strict = await makeDepositScene({
      bagProfiles: [
        {
          ...about,
          "Bag-Info": { "Contact-Name": { required: true } },
          "Accept-Serialization": ["application/zip"],
        },
      ],
    });
  });
  afterAll(() => strict.end());

  it("keeps it, or fails", async () => {
    expect(await ingest(await bagOf(info("Contact-Name: Ada\n")), strict)).toMatchObject({
      state: "Completed",
      codes: [],
    });
    expect(await ingest(await bagOf(info()), strict)).toMatchObject({
      state: "Failed",
      errorCode: "bag_invalid",
    });
  });

  it("is warned of where the collection does not have that profile", async () => {
    expect(await ingest(await bagOf(info()))).toMatchObject({
      state: "Completed",
      codes: ["bag_profile_unknown"],
    });
  });
});
