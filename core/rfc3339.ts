const TIME = /^(\d{4})-(\d\d)-(\d\d)t(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:z|[+-](\d\d):(\d\d))$/i;
const [MOST_HOUR, MOST_MINUTE, LEAP_SECOND] = [23, 59, 60];

/**
 * Is this a date and time with a zone, on a day there is? A second of 60 is a leap second. Source: RFC 3339 sections 5.6 and
 * 5.7: no 30 February, no 24:00:00.
 */
export function isRfc3339(text: string): boolean {
  const found = TIME.exec(text);
  if (!found) return false;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, zoneHour = 0, zoneMinute = 0] = found
    .slice(1)
    .map((part) => Number(part ?? 0));
  return (
    isDay(year, month, day) &&
    Math.max(hour, zoneHour) <= MOST_HOUR &&
    Math.max(minute, zoneMinute) <= MOST_MINUTE &&
    second <= LEAP_SECOND
  );
}

/** A month or day that there is not becomes one of another month. */
function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1;
}
