import type { Scope } from "./scopes.ts";

/** The four roles. Source: docs/glossary.md. */
export const ROLES = ["admin", "operator", "depositor", "viewer"] as const;
export type Role = (typeof ROLES)[number];

export function isRole(text: string): text is Role {
  return (ROLES as readonly string[]).includes(text);
}

/** Everything a person or script may be allowed to do. */
export const ACTIONS = [
  "deposit",
  "deposit-for-others",
  "read",
  "resume-job",
  "cancel",
  "delete",
  "force-fail",
  "set-priority",
  "report-update",
  "hold-collection",
  "hold-work",
  "hold-intake",
  "steer-lane",
  "make-lane",
  "read-profile",
  "change-profile",
  "read-mail",
  "redeliver-callback",
  "manage-callback-secrets",
  "manage-people",
  "manage-own-tokens",
  "run-check",
  "repair",
  "read-alarms",
  "silence-incident",
  "read-audit",
  "steer-sequencer",
  "run-tasks",
] as const;
export type Action = (typeof ACTIONS)[number];

type Reach = "all" | "granted" | "no";

/** What each role may do, and where: in all collections, or only in those granted to the person. */
const ALLOWED = {
  admin: {
    deposit: "all",
    "deposit-for-others": "all",
    read: "all",
    "resume-job": "all",
    cancel: "all",
    delete: "all",
    "force-fail": "all",
    "set-priority": "all",
    "report-update": "all",
    "hold-collection": "all",
    "hold-work": "all",
    "hold-intake": "all",
    "steer-lane": "all",
    "make-lane": "all",
    "read-profile": "all",
    "change-profile": "all",
    "read-mail": "all",
    "redeliver-callback": "all",
    "manage-callback-secrets": "all",
    "manage-people": "all",
    "manage-own-tokens": "all",
    "run-check": "all",
    repair: "all",
    "read-alarms": "all",
    "silence-incident": "all",
    "read-audit": "all",
    "steer-sequencer": "all",
    "run-tasks": "all",
  },
  operator: {
    deposit: "all",
    "deposit-for-others": "all",
    read: "all",
    "resume-job": "all",
    cancel: "all",
    delete: "all",
    "force-fail": "all",
    "set-priority": "all",
    "report-update": "all",
    "hold-collection": "all",
    "hold-work": "all",
    "hold-intake": "all",
    "steer-lane": "all",
    "make-lane": "no",
    "read-profile": "all",
    "change-profile": "no",
    "read-mail": "all",
    "redeliver-callback": "all",
    "manage-callback-secrets": "no",
    "manage-people": "no",
    "manage-own-tokens": "all",
    "run-check": "all",
    repair: "all",
    "read-alarms": "all",
    "silence-incident": "all",
    "read-audit": "no",
    "steer-sequencer": "all",
    "run-tasks": "all",
  },
  depositor: {
    deposit: "granted",
    "deposit-for-others": "no",
    read: "granted",
    "resume-job": "granted",
    cancel: "granted",
    delete: "no",
    "force-fail": "no",
    "set-priority": "no",
    "report-update": "no",
    "hold-collection": "no",
    "hold-work": "no",
    "hold-intake": "no",
    "steer-lane": "no",
    "make-lane": "no",
    "read-profile": "no",
    "change-profile": "no",
    "read-mail": "no",
    "redeliver-callback": "no",
    "manage-callback-secrets": "no",
    "manage-people": "no",
    "manage-own-tokens": "all",
    "run-check": "no",
    repair: "no",
    "read-alarms": "no",
    "silence-incident": "no",
    "read-audit": "no",
    "steer-sequencer": "no",
    "run-tasks": "no",
  },
  viewer: {
    deposit: "no",
    "deposit-for-others": "no",
    read: "all",
    "resume-job": "no",
    cancel: "no",
    delete: "no",
    "force-fail": "no",
    "set-priority": "no",
    "report-update": "no",
    "hold-collection": "no",
    "hold-work": "no",
    "hold-intake": "no",
    "steer-lane": "no",
    "make-lane": "no",
    "read-profile": "no",
    "change-profile": "no",
    "read-mail": "no",
    "redeliver-callback": "no",
    "manage-callback-secrets": "no",
    "manage-people": "no",
    "manage-own-tokens": "no",
    "run-check": "no",
    repair: "no",
    "read-alarms": "no",
    "silence-incident": "no",
    "read-audit": "no",
    "steer-sequencer": "no",
    "run-tasks": "no",
  },
} as const satisfies Record<Role, Record<Action, Reach>>;

/**
 * Who is acting. `via`: signed in, by the password sent with the request, by API token, by a one-time link (of whom it is,
 * not signed in yet), or Waybill itself (`role` admin, no grants needed).
 */
export type Actor = {
  readonly id: string;
  readonly name: string;
  readonly email?: string;
  readonly role: Role;
  readonly via: "session" | "password" | "token" | "link" | "system";
  /** The client's address, as TRUSTED_PROXIES judges it; undefined when nobody knows it or there is no client. */
  readonly address?: string | undefined;
  /** Of somebody who came by an API token: which one. */
  readonly token?: { readonly id: string; readonly name: string };
  /** Of a token: what it is good for. */
  readonly scopes?: readonly Scope[];
  /** Of somebody signed in: the session that asks. */
  readonly sessionId?: string;
  /** Collection ids granted; only looked at for depositors. */
  readonly grants: readonly string[];
};

/** May this actor do this in this collection? Without a collection: anywhere at all. */
export function can(actor: Actor, action: Action, collectionId?: string): boolean {
  const reach = ALLOWED[actor.role][action];
  if (reach === "all") return true;
  if (reach === "no") return false;
  return collectionId === undefined ? actor.grants.length > 0 : actor.grants.includes(collectionId);
}

/** The collections an actor's lists are narrowed to; `"all"` for no narrowing. */
export function reachOf(actor: Actor, action: Action): "all" | readonly string[] {
  const reach = ALLOWED[actor.role][action];
  return reach === "all" ? "all" : reach === "granted" ? actor.grants : [];
}
