import { readdirSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type ts from "typescript";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { BESIDE, CALLS, EXCEPTIONS, REACHED_BY } from "./calls.ts";
import { findTextTakers, ROOT, type TextTaker } from "./exported.ts";
import { countOf, type Hostile, type Make, makerOf, Unmakeable } from "./make-value.ts";
import { IN_ADDRESSES, SEEDS } from "./seeds.ts";
import { growthFault } from "./time.ts";
import { TYPE_MAKERS } from "./type-makers.ts";

const { takers, types } = findTextTakers(["core", "lib"]);
const names = new Set(takers.map(({ name }) => name));

type Function_ = (...given: unknown[]) => unknown;
type Prepare = (hostile: Hostile) => () => unknown;

/** The call of an exported function, or of a method of a new object as often as there are texts. */
async function prepare(taker: TextTaker): Promise<Prepare> {
  const known = CALLS[taker.name];
  if (known) return (hostile) => () => known(hostile);
  const module: Record<string, unknown> = await import(pathToFileURL(path.join(ROOT, taker.file)).href);
  const [owner, method] = taker.name.slice(taker.name.indexOf("#") + 1).split(".");
  const exported = module[owner ?? ""];
  if (!isFunction(exported)) throw new Unmakeable(taker.name);
  const makes = makersOf(taker, taker.parameters);
  if (method === undefined)
    return (hostile) => {
      const given = makes.map((make) => make(hostile, 0));
      return () => exported(...given);
    };
  const ofOwner = makersOf(taker, taker.owner?.parameters ?? []);
  return (hostile) => {
    const made = ofOwner.map((make) => make(hostile, 0));
    const inner: Hostile = hostile.shape === "many" ? { ...hostile, shape: "one" } : hostile;
    const calls = Array.from({ length: countOf(hostile) }, (_, place) =>
      makes.map((make) => make(inner, place)),
    );
    return () => {
      const object: Record<string, Function_> = Reflect.construct(exported, made);
      for (const given of calls) object[method]?.(...given);
    };
  };
}

const isFunction = (value: unknown): value is Function_ => typeof value === "function";

function makersOf({ file }: TextTaker, parameters: readonly ts.ParameterDeclaration[]): Make[] {
  return parameters
    .filter(({ initializer, type }) => type !== undefined || initializer === undefined)
    .map(({ type }) => makerOf(type, { file, types, makers: TYPE_MAKERS }));
}

/** A call that does not run because it was given nonsense would pass without being timed. */
function isNonsense(error: unknown): boolean {
  return (
    error instanceof Unmakeable ||
    (error instanceof TypeError && /undefined|not a function|not iterable|null/.test(error.message)) ||
    (error instanceof RangeError && /Invalid time/.test(error.message))
  );
}

/** An expression that wants the end of the text after what it has found does not find it. */
const END = "!";

/** Each seed as one long text; of lists the length matters, and little what is in them. */
const TRIED = [
  ...SEEDS.map((seed) => ({ before: "", seed, shape: "long" }) as const),
  ...IN_ADDRESSES.map((seed) => ({ before: "https://", seed, shape: "long" }) as const),
  ...["a", "/", "a: b\n", ";", " "].map((seed) => ({ before: "", seed, shape: "many" }) as const),
];

async function faultsOf(call: Prepare): Promise<string[]> {
  const faults: string[] = [];
  for (const { before, seed, shape } of TRIED) {
    const make = (length: number) =>
      tame(call({ text: `${before}${seed.repeat(length / seed.length)}${END}`, shape }));
    const fault = await growthFault(make);
    if (fault) faults.push(`${before}${JSON.stringify(seed)}, ${shape}: ${fault}`);
  }
  return faults;
}

/** What reads requests: every exported schema of an object, by its name. */
async function schemasIn(folder: string): Promise<(readonly [string, z.ZodObject])[]> {
  const files = readdirSync(path.join(ROOT, folder)).filter((file) => !file.includes(".test."));
  const modules = await Promise.all(
    files.map((file): Promise<Record<string, unknown>> => import(path.join(ROOT, folder, file))),
  );
  return modules
    .flatMap((module) => Object.entries(module))
    .flatMap(([name, value]) => (value instanceof z.ZodObject ? [[name, value] as const] : []));
}

/** Bad text may be refused. */
function tame(run: () => unknown): () => Promise<unknown> {
  return async () => {
    try {
      return await run();
    } catch (error) {
      if (isNonsense(error)) throw error;
      return undefined;
    }
  };
}

const schemas = await schemasIn("core/contracts");

describe("every exported function of core and lib that takes text", () => {
  it("is found, and no entry is left of one that is gone", () => {
    expect(names).toContain("lib/redact.ts#redact");
    expect(names).toContain("core/manifest/checkm.ts#ManifestParser.push");
    expect(names).toContain("core/metadata/read-erc.ts#readErc");
    const told = [CALLS, EXCEPTIONS, REACHED_BY].flatMap((table) => Object.keys(table));
    expect([...told, ...Object.values(REACHED_BY)].filter((name) => !names.has(name))).toEqual([]);
  });

  it.each(
    takers
      .filter(({ name }) => !(name in EXCEPTIONS || name in REACHED_BY))
      .map((taker) => [taker.name, taker] as const),
  )("%s", async (_, taker) => {
    expect(await faultsOf(await prepare(taker))).toEqual([]);
  });

  it.each(schemas)("the schema %s", async (_, schema) => {
    const names = Object.keys(schema.shape);
    const fill = ({ text }: Hostile) => Object.fromEntries(names.map((name) => [name, text]));
    expect(await faultsOf((hostile) => () => schema.safeParse(fill(hostile)))).toEqual([]);
  });

  it.each(Object.entries(BESIDE))("%s", async (_, call) => {
    expect(await faultsOf((hostile) => () => call(hostile))).toEqual([]);
  });
});
