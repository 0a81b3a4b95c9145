import type { TaskDefinition } from "./define-task.ts";

/** Tasks by their names. @throws Error when two have one name */
export function byName(definitions: readonly TaskDefinition[]): ReadonlyMap<string, TaskDefinition> {
  const found = new Map<string, TaskDefinition>();
  for (const definition of definitions) {
    if (found.has(definition.name)) throw new Error(`There are two tasks named ${definition.name}.`);
    found.set(definition.name, definition);
  }
  return found;
}
