import type { ErrorCode } from "../../core/errors.ts";
import type { Context } from "../../operations/context.ts";
import type { Asker, World } from "./world.ts";

/** What a request ends in: it works, it works and shows what was asked for, it works and shows none of it, or an error. */
export type Outcome = "ok" | "shown" | "hidden" | ErrorCode;

/** A method of a route file, the verb behind it, and what each kind of person gets. */
export type RouteRow = {
  readonly route: `${"GET" | "POST" | "PUT" | "PATCH" | "DELETE"} ${string}`;
  readonly expect: Readonly<Record<Asker, Outcome>>;
  /** For lists: the answer, which `shown` and `hidden` look for `sought` in. */
  readonly call: (ctx: Context, world: World) => Promise<unknown>;
  readonly sought?: (world: World) => string;
  /** It changes something, so each person gets a world of their own. `held`: with the collection held. */
  readonly changes?: "fresh" | "held";
};

/** The same outcome for all, but for a stranger where that is another. */
export const everybody = <Result extends Outcome>(outcome: Result, stranger: Outcome = outcome) => ({
  admin: outcome,
  operator: outcome,
  viewer: outcome,
  owner: outcome,
  stranger,
});
export const one = everybody("ok", "not_found");
export const list = everybody("shown", "hidden");
export const mails = {
  admin: "ok",
  operator: "ok",
  viewer: "not_allowed",
  owner: "not_allowed",
  stranger: "not_allowed",
} as const;
/** Who may nowhere do it is told so, whatever it is about. */
export const operators = { ...mails };
export const steering = { ...mails, stranger: "not_found" } as const;
export const admins = { ...mails, operator: "not_allowed" } as const;
/** Who is no admin may see the lane, and no more; a stranger not even that. */
export const makers = { ...admins, stranger: "not_found" } as const;
export const ownTokens = { ...everybody("ok"), viewer: "not_allowed" } as const;
export const working = { ...one, viewer: "not_allowed" } as const;
