/** What a person can hold: the whole intake, then what is ever smaller. Holds end by themselves in this order. Source: docs/reference/states.md, "Holds". */
export const HOLDABLES = ["intake", "collection", "lane", "batch", "job"] as const;
export type Holdable = (typeof HOLDABLES)[number];

/** One of them; there is one intake. `id`: a collection's slug, a lane's service id, the id of a batch or job. */
export type Held<On extends Holdable = Holdable> = { readonly on: On } & (On extends "intake"
  ? unknown
  : { readonly id: string });

/** The same where only its kind is known. */
export type Named<On extends Holdable> = { readonly on: On; readonly id?: string };
