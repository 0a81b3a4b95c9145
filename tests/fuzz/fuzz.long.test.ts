import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { readManifest } from "../../core/manifest/read-manifest.ts";
import type { ManifestRow } from "../../core/manifest/row.ts";
import { openDice } from "../chaos/dice.ts";
import { judge, PAYLOAD } from "../containers/bag-bench.ts";
import { containerBench } from "../containers/container-bench.ts";
import { makeBag } from "../containers/make-bag.ts";
import { type Contents, makeZip, tarOf } from "../containers/make-container.ts";
import { objectManifest } from "../pipeline/manifests.ts";
import { mutate } from "./mutate.ts";
import { unproven } from "./read-bag.ts";
import { readCheckm } from "./read-checkm.ts";
import { readTar } from "./read-tar.ts";
import { readZip } from "./read-zip.ts";

/** What comes damaged or forged is refused, or what is kept of it is what another reader sees. FUZZ_SEED repeats a run. */
const SEED = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 1_000_000));
const TIMES = 1_000;

const bench = containerBench();
const FILES: Contents = {
  "a.txt": "alpha",
  "folder/": "",
  "folder/caf\u00e9.txt": "beta ".repeat(300),
  [`${"long/".repeat(30)}name.txt`]: "gamma",
  empty: "",
};

/** What becomes of a container: its files as they were unpacked; undefined when it, or a file of it, is refused. */
async function unpacked(bytes: Buffer): Promise<Map<string, Buffer> | undefined> {
  const { files, problems } = await bench.list(bytes);
  if (files.length === 0 || problems.length > 0) return undefined;
  const { to, unpacked } = await bench.unpack(bytes);
  if (unpacked.length !== files.length || unpacked.some((one) => "fault" in one)) return undefined;
  const entries = files.map(
    async (name, place) => [name, await readFile(path.join(to, String(place + 1)))] as const,
  );
  return new Map(await Promise.all(entries));
}

it.each<[string, () => Promise<Buffer>, (bytes: Buffer) => Map<string, Buffer>]>([
  ["zip", () => makeZip(FILES), readZip],
  ["tar", () => tarOf(FILES), readTar],
])(`1,000 changes of a %s, seed ${SEED}`, async (kind, make, read) => {
  const whole = await make();
  expect(await unpacked(whole)).toEqual(read(whole));
  const dice = openDice(SEED);
  let kept = 0;
  for (let time = 0; time < TIMES; time += 1) {
    const bytes = mutate(whole, dice);
    const files = await unpacked(bytes);
    if (!files) continue;
    kept += 1;
    expect(files, `${kind} ${time} of seed ${SEED}`).toEqual(read(bytes));
  }
  console.log(`${kind}: ${TIMES - kept} refused, ${kept} kept as another reader sees them, seed ${SEED}`);
  expect(kept).toBeGreaterThan(0);
});

it(`1,000 changes of a bag, seed ${SEED}`, async () => {
  const whole = makeBag(PAYLOAD);
  const names = Object.keys(whole);
  const dice = openDice(SEED);
  let valid = 0;
  for (let time = 0; time < TIMES; time += 1) {
    const name = dice.pick(names);
    const bytes = mutate(Buffer.from(whole[name] ?? ""), dice);
    const others = Object.fromEntries(Object.entries(whole).filter(() => dice.roll() > 0.01));
    const bag = { ...others, [name]: bytes };
    const { problems } = await judge(bag);
    if (problems.length > 0) continue;
    valid += 1;
    expect(unproven(bag), `bag ${time} of seed ${SEED}, ${name}`).toEqual([]);
  }
  console.log(`bag: ${TIMES - valid} refused, ${valid} valid as another reader sees them, seed ${SEED}`);
  expect(valid).toBeGreaterThan(0);
});

async function* only(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}

const plain = ({ url, digest, sizeBytes, name }: ManifestRow) => ({
  url,
  digest: digest?.value ?? "",
  size: sizeBytes ?? "",
  name,
});

it(`1,000 changes of a manifest, seed ${SEED}`, async () => {
  const rows = ["a.txt", "folder/b.txt", "caf\u00e9 c.txt"].map((name, place) => ({
    url: `https://example.org/files/${place}`,
    name,
    sha256: String(place).repeat(64),
    size: place * 100,
  }));
  const whole = Buffer.from(objectManifest(rows));
  const dice = openDice(SEED);
  let valid = 0;
  for (let time = 0; time < TIMES; time += 1) {
    const bytes = mutate(whole, dice);
    const found: ManifestRow[] = [];
    let problems = 0;
    for await (const item of readManifest("ObjectManifest", only(bytes))) {
      if (item.kind === "row") found.push(item.row);
      if (item.kind === "end") problems = item.summary.problems;
    }
    const expected = readCheckm(bytes);
    if (problems > 0 || !expected) continue;
    valid += 1;
    expect(found.map(plain), `manifest ${time} of seed ${SEED}`).toEqual(
      expected.map(({ url, digest, size, name }, place) => ({
        url,
        digest: digest.toLowerCase(),
        size: size === "" ? "" : Number(size),
        // without one it is taken from the address
        name: name || found[place]?.name,
      })),
    );
  }
  console.log(`manifest: ${TIMES - valid} refused, ${valid} read as another reader does, seed ${SEED}`);
  expect(valid).toBeGreaterThan(0);
});
