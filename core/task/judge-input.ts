import * as z from "zod";
import type { Problem } from "../errors.ts";

/**
 * What is wrong with a task's input by the JSON Schema that a worker has entered, each with the path of what it is about
 * (`input`: all of it) as its code. What the schema cannot say, or is no schema that can be read, is left to the worker: none.
 */
export function judgeInput(schema: unknown, input: unknown): readonly Problem[] {
  const judged = readerOf(schema)?.safeParse(input);
  if (!judged?.error) return [];
  return judged.error.issues.map(({ path, message }) => ({
    line: 0,
    code: path.map(String).join(".") || "input",
    message,
  }));
}

function readerOf(schema: unknown): z.ZodType | undefined {
  if (!isSchema(schema)) return undefined;
  try {
    return z.fromJSONSchema(schema);
  } catch {
    return undefined;
  }
}

function isSchema(schema: unknown): schema is z.core.JSONSchema.JSONSchema {
  return typeof schema === "object" && schema !== null;
}
