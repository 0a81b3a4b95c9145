import { decoded } from "./decoded.ts";

/** Parameter names, lower-case and without punctuation, whose value opens something. Hiding too much is harmless. */
const SECRET_NAME =
  /^x(?:amz|goog|oss|ms|cos|obs)|token|signature|secret|passw|passphrase|pwd|credential|accesskey|apikey|accessid|keypairid|session|jwt|bearer|policy|^o?auth(?:oriz.*|n|z|key|code|data)?$|^(?:sig|pass|pw|sid|sas|code)$|key$/;

/**
 * Whether the value of an address's parameter with this name (percent-encoded or not) is a secret: `X-Amz-*`, token,
 * signature, key, password and the like. The one rule for what is masked, logged without and sealed.
 */
export function isSecretParameter(name: string): boolean {
  return SECRET_NAME.test(
    decoded(name)
      .toLowerCase()
      .replace(/[^a-z0-9]/g, ""),
  );
}
