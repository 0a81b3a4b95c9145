import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

/** A device is known by its cookie: how many accounts it keeps marks for, and for how long. */
const MOST_MARKS = 5;
export const DEVICE_DAYS = 365;

const DAY_S = 86_400;
const MARK = /^([\w-]{1,40})\.(\d{1,12})\.([\w-]{43})$/;

/** What signs and dates a mark. */
type Signing = { readonly secret: string; readonly nowMs: number };

/**
 * The id under which this device has signed in to this account before, from its cookie; undefined when it has not
 * within a year. A mark reveals nothing about its account.
 */
export function findDevice(cookie: string | undefined, email: string, signing: Signing): string | undefined {
  return marksOf(cookie).find((mark) => isFor(mark, email, signing))?.id;
}

/** The cookie of a device that has just signed in to this account, including its earlier marks for other accounts. */
export function markDevice(
  cookie: string | undefined,
  email: string,
  { id, ...signing }: Signing & { readonly id: string },
): string {
  const atS = Math.floor(signing.nowMs / 1000);
  const others = marksOf(cookie).filter((mark) => !isFor(mark, email, signing));
  const own = { id, atS, mac: macOf({ id, atS }, email, signing.secret) };
  return [own, ...others]
    .slice(0, MOST_MARKS)
    .map((mark) => `${mark.id}.${mark.atS}.${mark.mac}`)
    .join("~");
}

type Mark = { readonly id: string; readonly atS: number; readonly mac: string };

function marksOf(cookie: string | undefined): Mark[] {
  return (cookie ?? "").split("~", MOST_MARKS).flatMap((text) => {
    const [, id, atS, mac] = MARK.exec(text) ?? [];
    return id && atS && mac ? [{ id, atS: Number(atS), mac }] : [];
  });
}

function isFor(mark: Mark, email: string, { secret, nowMs }: Signing): boolean {
  if (nowMs / 1000 - mark.atS > DEVICE_DAYS * DAY_S) return false;
  return timingSafeEqual(Buffer.from(mark.mac), Buffer.from(macOf(mark, email, secret)));
}

/** HMAC-SHA-256 under a key of its own (HKDF-SHA-256, RFC 5869). */
function macOf({ id, atS }: Pick<Mark, "id" | "atS">, email: string, secret: string): string {
  const key = Buffer.from(hkdfSync("sha256", secret, "waybill", "known-device", 32));
  return createHmac("sha256", key)
    .update(JSON.stringify([id, atS, email]))
    .digest("base64url");
}
