import { type PayloadKind, TYPE_FIELD } from "./kinds.ts";

/** The kind a deposit's `type` field names, in any case; undefined for a word Waybill does not know. */
export function readType(value: string): PayloadKind | undefined {
  const word = value.trim().toLowerCase();
  return Object.entries(TYPE_FIELD).find(([name]) => name === word)?.[1];
}
