import "server-only";
import { Attempts } from "../../core/access/attempts.ts";

const WINDOW_MS = 15 * 60_000;

type AccountTries = {
  /** Wrong current passwords of one signed-in person. */
  readonly ofPassword: Attempts;
  /** Links asked for at the sign-in page: for one e-mail, and from one address. */
  readonly forgotten: { readonly ofPerson: Attempts; readonly fromAddress: Attempts };
};

/** On globalThis, since Next puts the same file into several bundles. */
const held = globalThis as typeof globalThis & { waybillAccountTries?: AccountTries };

/** The web process's one count. Source: docs/reference/api.md, "Passwords". */
export function accountTries(): AccountTries {
  held.waybillAccountTries ??= {
    ofPassword: new Attempts(10, WINDOW_MS),
    forgotten: { ofPerson: new Attempts(3, WINDOW_MS), fromAddress: new Attempts(20, WINDOW_MS) },
  };
  return held.waybillAccountTries;
}
