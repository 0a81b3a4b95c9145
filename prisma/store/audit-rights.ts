// Plain text, since database setup needs it before there is a client.

const OWNERS = `
  SELECT relowner FROM pg_class WHERE oid = 'public.audit'::regclass
  UNION SELECT nspowner FROM pg_namespace WHERE oid = 'public'::regnamespace
  UNION SELECT datdba FROM pg_database WHERE datname = current_database()`;

/**
 * A condition: the role is, or can become, the owner of the audit's table, of its schema or of the database, and so can
 * alter or drop it. `role`: SQL for its name. A superuser can become any role. Source: PostgreSQL, "Privileges", "DROP
 * TABLE".
 */
export function ownsAudit(role: string): string {
  return `EXISTS (SELECT FROM (${OWNERS}) AS owner (id) WHERE pg_has_role(${role}, owner.id, 'MEMBER'))`;
}

/**
 * A condition: the role owns the audit as above, or it, or a role it can become, may update, delete or truncate its
 * rows.
 */
export function canChangeAudit(role: string): string {
  return `(${ownsAudit(role)} OR EXISTS (
    SELECT FROM pg_roles AS one WHERE pg_has_role(${role}, one.oid, 'MEMBER') AND (
      has_table_privilege(one.oid, 'public.audit'::regclass, 'UPDATE, DELETE, TRUNCATE, TRIGGER')
      OR has_any_column_privilege(one.oid, 'public.audit'::regclass, 'UPDATE'))))`;
}
