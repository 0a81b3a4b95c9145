import type { FaultBoard, LastingFault } from "./faults.ts";
import type { LedgerLog } from "./log.ts";

export type Protocol = "sawtooth" | "scabbard";
export type BatchState = "Unknown" | "Pending" | "Valid" | "Invalid" | "Committed";

/** A batch as it arrives. */
export type Arrival = { readonly id: string; readonly transactionIds: readonly string[] };

/** What the ledger knows of a batch. `data` in base64. */
export type Known = {
  readonly state: BatchState;
  readonly transactionIds: readonly string[];
  readonly message?: string;
  readonly data?: string;
  readonly repeat?: number;
  readonly only?: number | undefined;
};

type Outcome = Extract<LastingFault, { fault: "stuck" | "rollback" | "invalid" }> | undefined;

const UNKNOWN: Known = { state: "Unknown", transactionIds: [] };
/** Source: libscabbard's history of batches. */
const SCABBARD_HISTORY = 100;

/** One ledger, or one scabbard service: what it took, executed and remembers. */
export class LedgerService {
  readonly name: string;
  readonly protocol: Protocol;
  /** How often each batch was executed. */
  readonly executed = new Map<string, number>();
  readonly #log: LedgerLog;
  readonly #board: FaultBoard;
  readonly #history = new Map<string, Known>();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #stuck = new Set<Arrival>();
  #settleMs: number;
  #limit: number;

  constructor(
    name: string,
    protocol: Protocol,
    given: { readonly log: LedgerLog; readonly board: FaultBoard; readonly settleMs: number },
  ) {
    this.name = name;
    this.protocol = protocol;
    this.#log = given.log;
    this.#board = given.board;
    this.#settleMs = given.settleMs;
    this.#limit = protocol === "scabbard" ? SCABBARD_HISTORY : Number.POSITIVE_INFINITY;
  }

  /** `fault`: what its answer will be like. */
  accept(batches: readonly Arrival[], fault?: string): void {
    for (const batch of batches) this.#take(batch, fault);
  }

  stateOf(id: string): Known {
    return this.#history.get(id) ?? UNKNOWN;
  }

  /** Lets the batches go on that are stuck. */
  release(): void {
    const batches = [...this.#stuck];
    this.#stuck.clear();
    for (const batch of batches) this.#settleLater(batch, undefined);
  }

  losePending(): void {
    this.close();
    this.#stuck.clear();
    for (const [id, { state }] of this.#history) {
      if (state === "Committed") continue;
      this.#history.delete(id);
      if (state === "Pending")
        this.#log.write({ service: this.name, event: "forgotten", id, fault: "lose-pending" });
    }
  }

  forgetHistory(): void {
    this.#history.clear();
  }

  limitHistory(most: number): void {
    this.#limit = most;
  }

  settleAfter(ms: number): void {
    this.#settleMs = ms;
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  #take(batch: Arrival, fault: string | undefined): void {
    const state = this.#history.get(batch.id)?.state;
    this.#log.write({ service: this.name, event: "arrived", id: batch.id, ...(fault && { fault }) });
    // Sawtooth knows a batch by its id; scabbard runs whatever it gets.
    if (this.protocol === "sawtooth" && (state === "Pending" || state === "Committed")) return;
    this.#remember(batch.id, { state: "Pending", transactionIds: batch.transactionIds });
    const outcome = this.#board.take(this.name, ["stuck", "rollback", "invalid"]);
    if (outcome?.fault === "stuck") this.#stuck.add(batch);
    else this.#settleLater(batch, outcome);
  }

  #settleLater(batch: Arrival, outcome: Outcome): void {
    if (this.#settleMs === 0) {
      this.#settle(batch, outcome);
      return;
    }
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#settle(batch, outcome);
    }, this.#settleMs);
    this.#timers.add(timer);
  }

  #settle({ id, transactionIds }: Arrival, outcome: Outcome): void {
    const service = this.name;
    if (outcome?.fault === "rollback") {
      this.#remember(id, { state: "Valid", transactionIds });
      this.#log.write({ service, event: "forgotten", id, status: "Valid", fault: "rollback" });
      return;
    }
    this.executed.set(id, (this.executed.get(id) ?? 0) + 1);
    const known: Known =
      outcome?.fault === "invalid"
        ? {
            state: "Invalid",
            transactionIds,
            message: outcome.message,
            data: outcome.data,
            repeat: outcome.repeat,
            only: outcome.only,
          }
        : { state: "Committed", transactionIds };
    this.#log.write({ service, event: "executed", id, status: known.state });
    this.#remember(id, known);
    this.#log.write({ service, event: "final", id, status: known.state });
  }

  #remember(id: string, known: Known): void {
    this.#history.delete(id);
    this.#history.set(id, known);
    for (const oldest of this.#history.keys()) {
      if (this.#history.size <= this.#limit) break;
      this.#history.delete(oldest);
    }
  }
}

/** The transactions an Invalid batch is Invalid for. */
export function namedOf({ transactionIds, only }: Known): readonly string[] {
  return only === undefined ? transactionIds : transactionIds.slice(only - 1, only);
}
