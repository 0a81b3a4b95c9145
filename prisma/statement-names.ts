/** More than the number of different statements in the product; beyond it, statements built per call stay unnamed. */
const MOST = 500;
/** The name of an unprepared statement in PostgreSQL's protocol. */
const UNNAMED = "";

/**
 * Names for statements, so that the server parses and plans each text once per connection. The same text always gets
 * the same name; texts beyond the limit get none, so that no connection accumulates plans without limit.
 */
export function statementNames(): (query: { readonly sql: string }) => string {
  const names = new Map<string, string>();
  return ({ sql }) => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (names.size >= MOST) return UNNAMED;
    const name = `w${names.size}`;
    names.set(sql, name);
    return name;
  };
}
