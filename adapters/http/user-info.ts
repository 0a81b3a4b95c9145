/**
 * Takes the credentials out of an address, so that no redirect inherits them, and returns them as a Basic header (RFC
 * 7617). Undefined: it has none.
 */
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
