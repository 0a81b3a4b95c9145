import { oneOf, UNKEPT } from "../signs.ts";
import { NonRetryable } from "./task-errors.ts";

/** The longest input, output or payload, in characters of its JSON. */
const MOST_JSON = 1_048_576;
const UNKEEPABLE = oneOf(UNKEPT);

/**
 * A value as the JSON that is kept of it; undefined as null.
 * @throws NonRetryable when it is no JSON, is too long, or has signs that PostgreSQL cannot store
 */
export function keptJson(value: unknown): string {
  const json = write(value) ?? "null";
  if (json.length > MOST_JSON)
    throw new NonRetryable(
      `What is kept of a task has at most ${MOST_JSON} characters of JSON; this has ${json.length}.`,
    );
  return json;
}

function write(value: unknown): string | undefined {
  try {
    return JSON.stringify(value, (name, each: unknown) => {
      if (UNKEEPABLE.test(name) || (typeof each === "string" && UNKEEPABLE.test(each)))
        throw new TypeError("it has characters that cannot be stored, such as NUL");
      return each;
    });
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new NonRetryable(`This cannot be kept as JSON: ${why}`, { cause });
  }
}
