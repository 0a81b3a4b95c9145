import type { AuditKind, AuditTarget } from "../audit/actions.ts";
import type { Page } from "./views.ts";

/** One act as an admin sees it. Names and e-mails of who acted are those of then. */
export type AuditRow = {
  readonly id: string;
  readonly at: string;
  /** `id` null: nobody who was known then, as at a sign-in that failed. */
  readonly actor: { readonly id: string | null; readonly name: string; readonly email: string | null };
  /** `session`, `password`, `token`, `link` or `system`. */
  readonly via: string;
  readonly token: { readonly id: string; readonly name: string } | null;
  readonly address: string | null;
  /** One of AUDIT_ACTIONS, or one of a newer version, whose kind is then null. */
  readonly action: string;
  readonly kind: AuditKind | null;
  readonly words: string;
  /** `name`: of a person, token or object the one it has now, where there is such a one. */
  readonly target: { readonly kind: AuditTarget | null; readonly id: string; readonly name: string | null };
  readonly reason: string | null;
  readonly before: unknown;
  readonly after: unknown;
};

/** `appendOnly`: the database itself lets the application change or remove no row. */
export type AuditPage = Page<AuditRow> & { readonly appendOnly: boolean };
