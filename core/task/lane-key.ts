import { WaybillError } from "../errors.ts";

/** The longest key, in characters. */
const MOST_KEY = 1_000;

/**
 * The key by which a task waits for others: the values that its input has at these properties, as JSON. Undefined without
 * properties. Data rather than a function, so that the web can tell it without a task's code.
 * @throws WaybillError `task_input_invalid` when the input has nothing there, or too much
 */
export function laneKeyOf(properties: readonly string[], input: unknown): string | undefined {
  if (properties.length === 0) return undefined;
  const values = properties.map((property) => valueAt(input, property));
  const key = JSON.stringify(values);
  if (key.length > MOST_KEY)
    throw new WaybillError("task_input_invalid", `The key of a task has at most ${MOST_KEY} characters.`);
  return key;
}

function valueAt(input: unknown, property: string): string | number | boolean {
  const value: unknown =
    typeof input === "object" && input !== null && Object.hasOwn(input, property)
      ? Reflect.get(input, property)
      : undefined;
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  throw new WaybillError(
    "task_input_invalid",
    `The input needs ${JSON.stringify(property)}, a text, number or boolean: tasks of this name wait for each other by it.`,
  );
}
