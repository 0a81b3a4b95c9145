import type { Scope } from "../access/scopes.ts";

/** `invited`: has not chosen a password yet and cannot sign in. */
export type PersonState = "invited" | "active" | "closed";

export type PersonView = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: string;
  readonly state: PersonState;
  readonly collections: readonly string[];
  readonly createdAt: string;
  readonly closed: { readonly at: string; readonly by: string; readonly reason: string | null } | null;
};

/** A person's one-time link that still works, without its secret, which only its recipient has. */
export type OpenLinkView = {
  readonly kind: LinkKind;
  readonly createdAt: string;
  readonly createdBy: string;
  readonly expiresAt: string;
};
export const LINK_KINDS = ["invitation", "reset"] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

/** A new link; its address appears in this answer only. `mailed`: it is also being sent by mail. */
export type MadeLinkView = {
  readonly kind: LinkKind;
  readonly url: string;
  readonly expiresAt: string;
  readonly mailed: boolean;
};

export type InvitedView = { readonly person: PersonView; readonly link: MadeLinkView };

/** Whose link it is, as shown to whoever opens it. */
export type LinkView = {
  readonly kind: LinkKind;
  readonly name: string;
  readonly email: string;
  readonly expiresAt: string;
  /** API tokens that still work, which can be revoked at the same time. */
  readonly tokens: number;
};

/** One sign-in that still works. `isCurrent`: the session of this request. */
export type SessionView = {
  readonly id: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
  readonly isCurrent: boolean;
};

export type TokenView = {
  readonly id: string;
  readonly name: string;
  readonly hint: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
};

/** A person as an admin sees them, with every session, token and link that gives access to the account. */
export type PersonDetail = {
  readonly person: PersonView;
  readonly link: OpenLinkView | null;
  readonly sessions: readonly SessionView[];
  readonly tokens: readonly TokenView[];
};

/** The signed-in person's own account. */
export type AccountView = { readonly person: PersonView; readonly sessions: readonly SessionView[] };

/** What a change of password ended. */
export type PasswordChanged = { readonly sessionsEnded: number; readonly tokensRevoked: number };
