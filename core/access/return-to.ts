/** The one kind of file a mail links to by its address at the API. */
const REPORT_FILE = /^\/api\/v1\/batches\/([\w-]+)\/reports\/\d+\/[\w.%-]+$/;

/**
 * The path of this site a sign-in goes back to; anything that could lead elsewhere becomes "/". In the API only report
 * files, which mails link to. At most 2,000 characters.
 */
export function returnTo(wanted: string | null | undefined): string {
  if (!wanted || wanted.length > 2000) return "/";
  const isPath = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(wanted);
  if (!isPath || wanted.startsWith("/sign-in")) return "/";
  return !wanted.startsWith("/api/") || reportFileOf(wanted) !== null ? wanted : "/";
}

/** The batch whose report has the file a path leads to; null: it leads to a page. */
export function reportFileOf(path: string): string | null {
  return REPORT_FILE.exec(path)?.[1] ?? null;
}
