/** The address when it may be shown as a link: http or https, without credentials. Anything else is text. */
export function linkable(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  const web = url.protocol === "http:" || url.protocol === "https:";
  return web && url.username === "" && url.password === "" ? url.href : null;
}
