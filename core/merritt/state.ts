/** A piece of a state: text, further pieces, or several of one name. `null` is left out. */
export type StateValue = string | number | null | StatePieces | readonly StateValue[];
export type StatePieces = { readonly [name: string]: StateValue };

/** What Merritt's API answers, before it is written in one form: all names get the prefix of the one namespace. */
export type MerrittState = {
  readonly prefix: string;
  readonly namespace: string;
  readonly name: string;
  readonly pieces: StatePieces;
};

/** The namespaces of Merritt's states. Source: docs/reference/merritt-api.md, "Answers". */
export const MERRITT_NAMESPACES = {
  bat: "http://uc3.cdlib.org/ontology/mrt/ingest/batch",
  job: "http://uc3.cdlib.org/ontology/mrt/ingest/job",
  que: "http://uc3.cdlib.org/ontology/mrt/ingest/queue",
  ing: "http://uc3.cdlib.org/ontology/mrt/ingest/service",
  fil: "http://uc3.cdlib.org/ontology/mrt/store/file",
  exc: "http://uc3.cdlib.org/ontology/mrt/core/exc",
} as const;

/** A state of one of Merritt's namespaces. */
export function merrittState(
  prefix: keyof typeof MERRITT_NAMESPACES,
  name: string,
  pieces: StatePieces,
): MerrittState {
  return { prefix, namespace: MERRITT_NAMESPACES[prefix], name, pieces };
}

/** A time as Merritt writes it, in whole seconds with an offset: `2026-01-31T14:32:05+00:00`. */
export function merrittTime(at: Date): string {
  return at.toISOString().replace(/\.\d{3}Z$/, "+00:00");
}
