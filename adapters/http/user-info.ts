/** The credentials of an address as a Basic header (RFC 7617). They leave the address, so that no redirect inherits them. Undefined: it has none. */
export function takeUserInfo(url: URL): string | undefined {
  if (url.username === "" && url.password === "") return undefined;
  const pair = `${decoded(url.username)}:${decoded(url.password)}`;
  url.username = "";
  url.password = "";
  return `Basic ${Buffer.from(pair).toString("base64")}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
