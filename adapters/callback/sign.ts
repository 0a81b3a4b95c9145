import { Webhook } from "standardwebhooks";

/**
 * The headers that name and sign a callback: `webhook-id`, `webhook-timestamp` in seconds, and with keys
 * `webhook-signature`, one `v1` signature per key, separated by spaces. Source: Standard Webhooks, "Signature scheme".
 */
export function webhookHeaders(
  { id, at, body }: { readonly id: string; readonly at: Date; readonly body: string },
  secrets: readonly string[],
): Record<string, string> {
  const signatures = secrets.map((secret) => new Webhook(secret).sign(id, at, body));
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
    ...(signatures.length > 0 && { "webhook-signature": signatures.join(" ") }),
  };
}
