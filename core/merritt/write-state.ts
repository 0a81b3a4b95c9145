import { xmlText } from "../metadata/xml-text.ts";
import type { ResponseForm } from "./response-form.ts";
import type { MerrittState, StatePieces, StateValue } from "./state.ts";

/** A state as text in one of the two forms, UTF-8. Source: docs/reference/merritt-api.md, "Answers". */
export function writeState(state: MerrittState, form: ResponseForm): string {
  return form === "json" ? stateJson(state) : stateXml(state);
}

/**
 * As XML: one element for each name with the state's prefix. A list repeats its element; an empty one stays as an empty
 * element, so that who looks for it finds it. Source: XML 1.0, Namespaces in XML 1.0.
 */
function stateXml({ prefix, namespace, name, pieces }: MerrittState): string {
  const root = `${prefix}:${name}`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns:${prefix}="${xmlText(namespace)}">${xmlPieces(prefix, pieces)}\n</${root}>\n`;
}

function xmlPieces(prefix: string, pieces: StatePieces, indent = "\n  "): string {
  return Object.entries(pieces)
    .flatMap(([name, value]) => elements(`${prefix}:${name}`, value, prefix, indent))
    .map((element) => indent + element)
    .join("");
}

function elements(name: string, value: StateValue, prefix: string, indent: string): string[] {
  if (value === null) return [];
  if (isList(value)) {
    return value.length === 0 ? [`<${name}/>`] : value.flatMap((one) => elements(name, one, prefix, indent));
  }
  if (typeof value !== "object") return [`<${name}>${xmlText(String(value))}</${name}>`];
  const inside = xmlPieces(prefix, value, `${indent}  `);
  return [inside === "" ? `<${name}/>` : `<${name}>${inside}${indent}</${name}>`];
}

/** As JSON: names with the prefix, and the namespace beside them as Merritt has it. Lists are always lists. */
function stateJson({ prefix, namespace, name, pieces }: MerrittState): string {
  const root = { [`xmlns:${prefix}`]: namespace, ...jsonPieces(prefix, pieces) };
  return JSON.stringify({ [`${prefix}:${name}`]: root });
}

function jsonPieces(prefix: string, pieces: StatePieces): { [name: string]: unknown } {
  return Object.fromEntries(
    Object.entries(pieces)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [`${prefix}:${name}`, jsonValue(prefix, value)]),
  );
}

function jsonValue(prefix: string, value: StateValue): unknown {
  if (isList(value)) return value.map((one) => jsonValue(prefix, one));
  return typeof value === "object" && value !== null ? jsonPieces(prefix, value) : value;
}

function isList(value: StateValue): value is readonly StateValue[] {
  return Array.isArray(value);
}
