import { Attempts } from "./attempts.ts";

/** Who tries to sign in. `host`, `network`: around their address, undefined when nobody knows it; `device`: one that has signed in to this account before. */
export type Trier = {
  readonly email: string;
  readonly host: string | undefined;
  readonly network: string | undefined;
  readonly device: string | undefined;
};

/** A try that may be made, and what to call when it was right; or how long to wait, in milliseconds. */
export type Try =
  | { readonly kind: "go"; readonly isKnown: boolean; readonly right: () => void }
  | { readonly kind: "wait"; readonly waitMs: number };

const LONG_MS = 5 * 60_000;
const SHORT_MS = 10_000;
const MOST = 10;
const NOBODY_KNOWS = "?";

/**
 * Counts wrong passwords, in memory: 10 in 5 minutes for one account from one network, so that nobody locks a person
 * out from elsewhere, and 10 in 10 s from one address. A device that has signed in before has 10 of its own first,
 * which nobody else can use up. Clients without a known address share one count. Source: docs/reference/api.md,
 * "Signing in"; OWASP, "Slow Down Online Guessing Attacks with Device Cookies".
 */
export class SignInTries {
  readonly #byDevice = new Attempts(MOST, LONG_MS);
  readonly #byNetwork = new Attempts(MOST, LONG_MS);
  readonly #byHost = new Attempts(MOST, SHORT_MS);

  /** Counts a try as a wrong one until it turns out right. */
  take({ email, host, network, device }: Trier, nowMs: number): Try {
    if (device !== undefined) {
      const name = JSON.stringify([email, device]);
      if (this.#byDevice.take(name, nowMs) === 0)
        return { kind: "go", isKnown: true, right: () => this.#byDevice.giveBack(name) };
    }
    const around = JSON.stringify([email, network ?? NOBODY_KNOWS]);
    const from = host ?? NOBODY_KNOWS;
    // what one address is refused counts for nobody's account
    const waitMs = this.#byHost.take(from, nowMs) || this.#byNetwork.take(around, nowMs);
    if (waitMs > 0) return { kind: "wait", waitMs };
    const right = () => {
      this.#byNetwork.giveBack(around);
      this.#byHost.giveBack(from);
    };
    return { kind: "go", isKnown: false, right };
  }
}
