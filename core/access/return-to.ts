/** The path of this site a sign-in goes back to; anything that could lead elsewhere becomes "/". At most 2,000 characters. */
export function returnTo(wanted: string | null | undefined): string {
  if (!wanted || wanted.length > 2000) return "/";
  const isPath = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(wanted);
  return isPath && !wanted.startsWith("/sign-in") && !wanted.startsWith("/api/") ? wanted : "/";
}
