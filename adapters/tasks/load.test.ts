import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { loadTasks } from "./load.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "waybill-tasks-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A folder with these files. */
async function made(files: Readonly<Record<string, string>>): Promise<string> {
  const place = await mkdtemp(path.join(folder, "place-"));
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(place, name), text);
  await mkdir(path.join(place, "inner"));
  return place;
}

const task = (name: string) => `defineTask({ name: "${name}", input: z.strictObject({}), run: () => null })`;

it("reads the example of the documentation", async () => {
  const [greet, ...others] = await loadTasks(["./docs/examples/tasks"]);
  expect(others).toEqual([]);
  expect(greet).toMatchObject({ name: "greet", key: ["who"] });
});

it("reads a folder's files in the order of their names, what they export being one, several or none", async () => {
  const place = await made({
    "b.mjs": `export default ({ defineTask, z }) => [${task("b-one")}, ${task("b-two")}];`,
    "a.js": `module.exports = ({ defineTask, z }) => ${task("a")};`,
    "c.mjs": "export default async () => [];",
    "_shared.mjs": "throw new Error('not a file of tasks');",
    ".hidden.mjs": "throw new Error('not a file of tasks');",
    "notes.txt": "not a file of tasks",
  });
  expect((await loadTasks([place])).map(({ name }) => name)).toEqual(["a", "b-one", "b-two"]);
  expect(await loadTasks([])).toEqual([]);
});

it.each([
  ["export default 1;", "is neither a task, nor a list of tasks"],
  ["export const task = 1;", "is neither a task, nor a list of tasks"],
  ["export default [{ name: 'x', run() {} }];", "is neither a task, nor a list of tasks"],
  ["throw new Error('broken');", "cannot be loaded"],
  [
    `export default ({ defineTask, z }) => ${task("waybill.copies")};`,
    "begins with waybill\\., as Waybill's own do",
  ],
  ["export default ({ defineTask }) => defineTask({ name: 'Not A Name' });", "cannot be loaded"],
])("refuses %s, naming the file", async (text, why) => {
  const place = await made({ "wrong.mjs": text });
  await expect(loadTasks([place])).rejects.toThrow(
    new RegExp(`^TASKS: .*wrong\\.mjs.*${why}|${why}.*wrong\\.mjs`),
  );
});

it("refuses a folder or package that is not there, naming it", async () => {
  await expect(loadTasks([path.join(folder, "none")])).rejects.toThrow(/^TASKS: .*none cannot be read/);
  await expect(loadTasks(["waybill-has-no-such-package"])).rejects.toThrow(
    "TASKS: waybill-has-no-such-package cannot be read.",
  );
});
