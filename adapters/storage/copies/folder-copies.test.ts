import { execFile } from "node:child_process";
import { lstat, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { rootFilesOf, versionFilesOf } from "../../../core/copy/expected-files.ts";
import type { CopyRequest, ExpectedFile } from "../../../core/copy/ports.ts";
import type { StoredVersion } from "../../../core/storage/ports.ts";
import { sha256, treeOf, versionOf } from "../../../tests/fixtures/ocfl/deposits.ts";
import { makeSite } from "../../../tests/fixtures/ocfl/site.ts";
import type { StoreStep } from "../filesystem/steps.ts";
import { validateStorageRoot } from "../ocfl/validate.ts";
import { isError } from "../ocfl/validation/findings.ts";
import { openFolderCopies } from "./folder-copies.ts";

const run = promisify(execFile);
const ID = "ark:/99999/fk4copied";
const TEXTS = [
  { "producer/a.txt": "hello", "producer/b.txt": "more" },
  { "producer/a.txt": "hello", "producer/c.txt": "new" },
] as const;

/** An object of two versions, a place for its copies, and a request for each version. */
async function makeScene() {
  const site = await makeSite();
  const folder = await mkdtemp(join(tmpdir(), "copies-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const stored: StoredVersion[] = [];
  for (const [place, texts] of TEXTS.entries())
    stored.push(await site.store.put(versionOf(ID, place + 1, await site.sources(texts))));
  const source = openFolderCopies({ name: "home", root: site.root, staging: site.staging, fsync: false });
  const root = join(folder, "ocfl");
  const openWith = (step: (name: StoreStep) => void) =>
    openFolderCopies({ name: "vault", root, staging: join(folder, "staging"), fsync: false, step });
  const requestOf = (version: number): CopyRequest => {
    const { root: object = "", inventorySha256 = "", contentPathOf } = stored[version - 1] ?? {};
    const content = Object.values(TEXTS[version - 1] ?? {})
      .map((text) => ({ path: contentPathOf?.(sha256(text)) ?? "", sha256: sha256(text) }))
      .filter(({ path }) => path.startsWith(`v${version}/`));
    const files: ExpectedFile[] = [
      ...content,
      ...versionFilesOf(version, inventorySha256),
      ...rootFilesOf(version, inventorySha256),
    ];
    return {
      id: ID,
      root: object,
      version,
      inventorySha256,
      files: async function* () {
        yield* files;
      },
      sources: [source],
      signal: new AbortController().signal,
      mayPlace: async () => undefined,
    };
  };
  const errors = async () => (await validateStorageRoot(root)).filter(isError).map(({ code }) => code);
  const object = stored[0]?.root ?? "";
  return { site, root, staging: join(folder, "staging"), object, openWith, requestOf, errors };
}

/** The steps of a copy, by having none of them fail. */
async function stepsOf(version: number): Promise<readonly StoreStep[]> {
  const { openWith, requestOf } = await makeScene();
  const steps: StoreStep[] = [];
  for (let each = 1; each <= version; each += 1)
    await openWith((name) => void (each === version && steps.push(name))).copy(requestOf(each));
  return steps;
}

it.each([1, 2])(
  "version %i: a copy that ends at any of its steps leaves a valid root, and the next try makes it",
  async (version) => {
    const steps = await stepsOf(version);
    expect(new Set(steps)).toEqual(
      new Set<StoreStep>(
        version === 1
          ? ["work-made", "file-stored", "version-synced", "object-placed", "work-removed"]
          : [
              "work-made",
              "file-stored",
              "version-synced",
              "version-placed",
              "inventory-placed",
              "sidecar-placed",
              "work-removed",
            ],
      ),
    );
    for (const [place, name] of steps.entries()) {
      const scene = await makeScene();
      for (let each = 1; each < version; each += 1)
        await scene.openWith(() => undefined).copy(scene.requestOf(each));
      let at = -1;
      const dying = scene.openWith(() => {
        at += 1;
        if (at === place) throw new Error(`ended at ${name}`);
      });
      await expect(dying.copy(scene.requestOf(version))).rejects.toThrow(`ended at ${name}`);
      // between these renames the object is what a put of the pipeline leaves there too: the next try completes it
      const between: Partial<Record<StoreStep, readonly string[]>> = {
        "version-placed": ["E046"],
        "inventory-placed": ["E060"],
      };
      expect({ name, errors: [...new Set(await scene.errors())] }).toEqual({
        name,
        errors: between[name] ?? [],
      });
      const again = await scene.openWith(() => undefined).copy(scene.requestOf(version));
      const isHeadCut = name === "inventory-placed";
      expect({ name, kind: again.kind }).toEqual({ name, kind: isHeadCut ? "damaged" : "placed" });
      if (!isHeadCut) expect(await scene.errors()).toEqual([]);
    }
  },
);

it("is the same files, and a damaged source is told and passed over", async () => {
  const { site, root, object, openWith, requestOf } = await makeScene();
  const first = requestOf(1);
  const damaged = { ...(first.sources[0] ?? openWith(() => undefined)), name: "bad" };
  const bad = {
    ...damaged,
    read: async () =>
      (async function* () {
        yield Buffer.from("damaged");
      })(),
  };
  const outcome = await openWith(() => undefined).copy({ ...first, sources: [bad, ...first.sources] });
  expect(outcome.kind).toBe("placed");
  expect(new Set(outcome.faults.map(({ storage, found }) => `${storage} ${found}`))).toEqual(
    new Set([`bad ${sha256("damaged")}`]),
  );
  await openWith(() => undefined).copy(requestOf(2));
  expect(await treeOf(join(root, object))).toEqual(await treeOf(join(site.root, object)));
  expect(await readFile(join(root, object, "inventory.json"), "utf8")).toContain('"head": "v2"');
});

it("a version is not put onto one that is not there", async () => {
  const { openWith, requestOf } = await makeScene();
  expect(await openWith(() => undefined).copy(requestOf(2))).toEqual({ kind: "behind", faults: [] });
});

it.each([1, 2])(
  "version %i: whoever goes on after another has placed it leaves the other's alone",
  async (version) => {
    const { site, root, staging, object, openWith, requestOf, errors } = await makeScene();
    const vault = openWith(() => undefined);
    for (let each = 1; each < version; each += 1) await vault.copy(requestOf(each));
    const mayPlace = async () => {
      expect((await vault.copy(requestOf(version))).kind).toBe("placed");
    };
    await expect(vault.copy({ ...requestOf(version), mayPlace })).rejects.toThrow();
    expect(await errors()).toEqual([]);
    for (let each = version; each < 2; each += 1) await vault.copy(requestOf(each + 1));
    expect(await treeOf(join(root, object))).toEqual(await treeOf(join(site.root, object)));
    expect(await treeOf(staging)).toEqual({});
  },
);

it.each([1, 2])("version %i: what stands in its place and is not of this copy is kept", async (version) => {
  const { root, staging, object, openWith, requestOf, errors } = await makeScene();
  const vault = openWith(() => undefined);
  await vault.copy(requestOf(1));
  if (version === 1) await rm(join(root, object), { recursive: true });
  const foreign = join(root, object, version === 1 ? "" : "v2");
  await mkdir(foreign, { recursive: true });
  await writeFile(join(foreign, "inventory.json"), "what a person may need");
  const dying = openWith((name) => {
    if (name === "leftover-moved") throw new Error("ended there");
  });
  await expect(dying.copy(requestOf(version))).rejects.toThrow("ended there");
  expect((await vault.copy(requestOf(version))).kind).toBe("placed");
  expect(await errors()).toEqual([]);
  expect(Object.values(await treeOf(join(staging, "damaged")))).toEqual(["what a person may need"]);
});

/** A scene with both versions copied, and what is asked to mend a file of the second. */
async function makeMending() {
  const scene = await makeScene();
  const { openWith, requestOf, root, staging, object, site } = scene;
  for (const version of [1, 2]) await openWith(() => undefined).copy(requestOf(version));
  const before = await treeOf(join(site.root, object));
  const { sources, signal, mayPlace, files } = requestOf(2);
  const intents: unknown[] = [];
  const mend = async (path: string, step: (name: StoreStep) => void = () => undefined) => {
    for await (const file of files())
      if (file.path === path) {
        const intend = async (intent: unknown) => void intents.push(intent);
        const head = { id: ID, version: 2 };
        const asked = { root: object, file, sources, aside: "finding", signal, mayPlace, intend };
        return openWith(step).mend(path.includes("/") ? asked : { ...asked, head });
      }
    throw new Error(`no file ${path}`);
  };
  const faults = async () =>
    openWith(() => undefined).faults({ root: object, files: files(), pace: () => undefined, signal });
  const kept = () => treeOf(join(staging, "damaged"));
  const content = Object.keys(before).find((path) => path.startsWith("v2/content/")) ?? "";
  return { ...scene, before, mend, faults, kept, content, intents, at: join(root, object) };
}

it("a mend that ends at any of its steps is done by the next try, and what was there is kept once", async () => {
  for (const name of ["damaged-kept", "file-mended"] as const) {
    const { mend, at, content, before, kept, intents } = await makeMending();
    await writeFile(join(at, content), "damaged");
    const dying = mend(content, (step) => {
      if (step === name) throw new Error(`ended at ${name}`);
    });
    await expect(dying).rejects.toThrow(`ended at ${name}`);
    const place = `damaged/finding/${content}`;
    expect(intents).toEqual([{ from: "home", kept: place }]);
    expect(await mend(content)).toEqual(
      name === "file-mended" ? { kind: "good" } : { kind: "mended", from: "home", kept: place },
    );
    expect(await treeOf(at)).toEqual(before);
    expect(await kept()).toEqual({ [`finding/${content}`]: "damaged" });
  }
});

it("what is damaged otherwise by the next try is kept beside what was there before", async () => {
  const { mend, at, content, kept } = await makeMending();
  await writeFile(join(at, content), "damaged");
  const dying = mend(content, (step) => {
    if (step === "damaged-kept") throw new Error("ended");
  });
  await expect(dying).rejects.toThrow("ended");
  await rm(join(at, content));
  await writeFile(join(at, content), "again");
  expect(await mend(content)).toMatchObject({ kept: `damaged/finding/${content}-2` });
  expect(Object.values(await kept()).sort()).toEqual(["again", "damaged"]);
});

it.each<[string, (path: string) => Promise<unknown>]>([
  ["a folder", (path) => mkdir(path)],
  ["a link", (path) => symlink("/dev/null", path)],
  ["a pipe", (path) => run("mkfifo", [path])],
])("%s in a file's place is a finding, is moved away and mended", async (_, put) => {
  const { mend, at, content, before, faults, staging } = await makeMending();
  await rm(join(at, content));
  await put(join(at, content));
  expect(await faults()).toMatchObject([{ path: content, found: null }]);
  expect(await mend(content)).toMatchObject({ kind: "mended", kept: `damaged/finding/${content}` });
  expect(await treeOf(at)).toEqual(before);
  expect((await lstat(join(staging, "damaged/finding", content))).isFile()).toBe(false);
});

it("a root that names a newer version is left alone while that version is there", async () => {
  const { mend, at, before } = await makeMending();
  const newer = (before["inventory.json"] ?? "").replace('"head": "v2"', '"head": "v3"');
  await writeFile(join(at, "inventory.json"), newer);
  await mkdir(join(at, "v3"));
  await writeFile(join(at, "v3/inventory.json.sha256"), `${sha256(newer)} inventory.json\n`);
  expect(await mend("inventory.json")).toEqual({ kind: "newer" });
  expect(await mend("inventory.json.sha256")).toEqual({ kind: "good" });
  await writeFile(join(at, "inventory.json.sha256"), `${sha256(newer)} inventory.json\n`);
  expect(await mend("inventory.json.sha256")).toEqual({ kind: "newer" });
  expect(await readFile(join(at, "inventory.json"), "utf8")).toBe(newer);
  await rm(join(at, "v3"), { recursive: true });
  expect(await mend("inventory.json")).toMatchObject({ kind: "mended" });
});
