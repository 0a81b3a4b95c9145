import type { AuditKind, AuditTarget } from "../audit/actions.ts";
import type { Page } from "./views.ts";

/** One act as an admin sees it. Names and e-mails of actors are those at the time. */
export type AuditRow = {
  readonly id: string;
  readonly at: string;
  /** `id` null: an unknown person, as in a failed sign-in. */
  readonly actor: { readonly id: string | null; readonly name: string; readonly email: string | null };
  /** `session`, `password`, `token`, `link` or `system`. */
  readonly via: string;
  readonly token: { readonly id: string; readonly name: string } | null;
  readonly address: string | null;
  /** One of AUDIT_ACTIONS, or an action of a newer version, whose kind is null. */
  readonly action: string;
  readonly kind: AuditKind | null;
  readonly words: string;
  /** `name`: the present name of a person, token or object, if it has one. */
  readonly target: { readonly kind: AuditTarget | null; readonly id: string; readonly name: string | null };
  readonly reason: string | null;
  readonly before: unknown;
  readonly after: unknown;
};

/** `appendOnly`: the database itself stops the application from changing or removing rows. */
export type AuditPage = Page<AuditRow> & { readonly appendOnly: boolean };
