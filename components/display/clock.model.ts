/** The cookie that tells the server the browser's time zone. */
export const ZONE_COOKIE = "waybill-zone";
const ONE_YEAR_SECONDS = 31_536_000;

/** The cookie's value as the browser wrote it; UTC when it is no IANA name of a time zone. */
export function readZone(cookie = "UTC"): string {
  try {
    new Intl.DateTimeFormat("en-GB", { timeZone: cookie });
    return cookie;
  } catch {
    return "UTC";
  }
}

/** The cookie to set in the browser. */
export function writeZone(zone: string): string {
  return `${ZONE_COOKIE}=${encodeURIComponent(zone)}; Path=/; Max-Age=${ONE_YEAR_SECONDS}; SameSite=Lax`;
}
