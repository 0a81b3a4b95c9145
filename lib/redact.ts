import { isSecretParameter } from "../core/secret-parameter.ts";

// without the scheme: searching for its start would restart at each of its letters
const USER_INFO = /:\/\/[^\s/?#"'<>]+@/g;
const PARAMETER = /([?&#;])([^=&#?;\s"'<>]*)=([^&\s"'<>]+)/g;
const BEARER = /\b(bearer|basic)\s+[a-z0-9._~+/=-]+/gi;
const TOKEN = /\bwb_[A-Za-z0-9_-]{8,}/g;
const LINK = /\bwl_[A-Za-z0-9_-]{8,}/g;
const SIGNING_KEY = /\bwhsec_[A-Za-z0-9+/=_-]{8,}/g;
const SECRET_NAME = /password|secret|authorization|cookie|token|payloadurl/i;

/**
 * Removes credentials from everything about to be logged: in strings by pattern, in objects also by key, up to 8 levels
 * deep. Errors become plain objects with name, code, message, stack and cause.
 */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return redactText(value);
  if (typeof value !== "object" || value === null)
    return typeof value === "bigint" ? value.toString() : value;
  if (depth > 8) return "[deep]";
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Error) return redactError(value, depth);
  if (Array.isArray(value)) return value.map((entry) => redact(entry, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [
      key,
      SECRET_NAME.test(key) && typeof entry === "string" ? "[redacted]" : redact(entry, depth + 1),
    ]),
  );
}

function redactText(text: string): string {
  return text
    .replace(USER_INFO, "://***@")
    .replace(PARAMETER, (whole, mark: string, name: string) =>
      isSecretParameter(name) ? `${mark}${name}=***` : whole,
    )
    .replace(BEARER, "$1 ***")
    .replace(TOKEN, "wb_***")
    .replace(LINK, "wl_***")
    .replace(SIGNING_KEY, "whsec_***");
}

function redactError(error: Error, depth: number): unknown {
  const code = "code" in error ? error.code : undefined;
  return {
    name: error.name,
    ...(code === undefined ? {} : { code: redact(code, depth + 1) }),
    message: redactText(error.message),
    stack: error.stack === undefined ? undefined : redactText(error.stack),
    ...(error.cause === undefined ? {} : { cause: redact(error.cause, depth + 1) }),
  };
}
