import type { Ledger, LedgerBackend } from "../../core/ledger/ports.ts";
import { openExchanger } from "../http/exchange.ts";
import { sawtoothLedger } from "./sawtooth.ts";
import { scabbardLedger } from "./scabbard.ts";

/**
 * The ledgers by their backend, for any number of targets. `close` resolves when the requests in progress have ended.
 */
export type Ledgers = Readonly<Record<LedgerBackend, Ledger>> & { close(): Promise<void> };

/** Opens the ledgers. One is enough for a process. */
export function createLedgers(): Ledgers {
  const exchanger = openExchanger();
  return {
    sawtooth: sawtoothLedger(exchanger),
    scabbard: scabbardLedger(exchanger),
    close: () => exchanger.close(),
  };
}
