/** More different statements than the product has; statements made up per call beyond them stay unnamed. */
const MOST = 500;
/** What PostgreSQL's protocol calls a statement that is not kept. */
const UNNAMED = "";

/**
 * Names for statements, so that the server parses and plans each text once per connection. The same text always gets the
 * same name; a text that comes after the limit gets none, so that no connection collects plans without end.
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
