export type Changes = { readonly [name: string]: string | undefined };

/** Names of the cursors a page may have in its URL: its list, its jobs, its timeline, its files. */
const CURSORS = ["cursor", "jobs", "events", "files"];

/** A query with some values changed. A changed filter begins at the first page again; a changed cursor keeps the rest. */
export function changedQuery(query: string, changes: Changes): string {
  const values = new URLSearchParams(query);
  const pages = Object.keys(changes).some((name) => CURSORS.includes(name));
  if (!pages) for (const name of CURSORS) values.delete(name);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === "") values.delete(name);
    else values.set(name, value);
  }
  const text = values.toString();
  return text ? `?${text}` : "";
}

export type SearchValues = { readonly [name: string]: string | readonly string[] | undefined };

/** One value of a page's query; of a repeated one the first. Empty and blank are not set. */
export function searchValue(values: SearchValues, name: string): string | undefined {
  const given = values[name];
  const first = typeof given === "string" ? given : given?.[0];
  return first?.trim() || undefined;
}
