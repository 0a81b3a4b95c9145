import { parseJson } from "../queries/request.ts";

/** JSON that somebody writes: what it says, or why it says nothing yet. */
export type JsonDraft = { readonly value: unknown; readonly fault?: undefined } | { readonly fault: string };

/** Reads what was written. The browser's own words say where it goes wrong. */
export function readJsonDraft(text: string): JsonDraft {
  if (text.trim() === "") return { fault: "Write a value as JSON; null is one." };
  const value = parseJson(text);
  return value === undefined ? { fault: `This is not JSON: ${whyNot(text)}` } : { value };
}

function whyNot(text: string): string {
  try {
    JSON.parse(text);
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

export function jsonText(value: unknown): string {
  return JSON.stringify(value, undefined, 2) ?? "null";
}

const MOST_DEPTH = 8;
const EMPTY_OF: Readonly<Record<string, unknown>> = {
  string: "",
  integer: 0,
  number: 0,
  boolean: false,
  array: [],
  null: null,
};

/** An input to begin with, of what a JSON Schema requires: its default, its only or first value, or an empty one. */
export function skeletonOf(schema: unknown, depth = 0): unknown {
  if (!isRecord(schema) || depth > MOST_DEPTH) return {};
  if ("default" in schema) return schema.default;
  if ("const" in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const among = [schema.anyOf, schema.oneOf].find((choice) => Array.isArray(choice));
  if (Array.isArray(among)) return skeletonOf(among[0], depth + 1);
  const { type } = schema;
  if (typeof type === "string" && type in EMPTY_OF) return EMPTY_OF[type];
  const properties = isRecord(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
  return Object.fromEntries(
    required.map((property) => [property, skeletonOf(properties[property], depth + 1)]),
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
