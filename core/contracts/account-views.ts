import type { Scope } from "../access/scopes.ts";

/** `invited`: has not chosen a password yet, so cannot sign in. */
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

/** The one-time link of a person that still works; without its secret, which nobody has but who got it. */
export type OpenLinkView = {
  readonly kind: LinkKind;
  readonly createdAt: string;
  readonly createdBy: string;
  readonly expiresAt: string;
};
export const LINK_KINDS = ["invitation", "reset"] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

/** A link just made; its address is in this answer only. `mailed`: a mail with it is on its way too. */
export type MadeLinkView = {
  readonly kind: LinkKind;
  readonly url: string;
  readonly expiresAt: string;
  readonly mailed: boolean;
};

export type InvitedView = { readonly person: PersonView; readonly link: MadeLinkView };

/** Whose link it is, for who has it. */
export type LinkView = {
  readonly kind: LinkKind;
  readonly name: string;
  readonly email: string;
  readonly expiresAt: string;
  /** API tokens that still work, which can be revoked at the same time. */
  readonly tokens: number;
};

/** One sign-in that still works. `isCurrent`: the one that asks. */
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

/** A person as an admin sees them, with every way into the account. */
export type PersonDetail = {
  readonly person: PersonView;
  readonly link: OpenLinkView | null;
  readonly sessions: readonly SessionView[];
  readonly tokens: readonly TokenView[];
};

/** The own account. */
export type AccountView = { readonly person: PersonView; readonly sessions: readonly SessionView[] };

/** What changing a password has ended. */
export type PasswordChanged = { readonly sessionsEnded: number; readonly tokensRevoked: number };
