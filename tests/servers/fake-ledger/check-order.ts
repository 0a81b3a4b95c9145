import type { LogEntry } from "./log.ts";

/** A batch in its lane's order. `closed`: Waybill closed it without the ledger's final state (Rejected, Skipped). */
export type Expected = { readonly id: string; readonly closed?: boolean };

export type OrderFinding = { readonly service: string; readonly id: string; readonly n?: number };

/**
 * What a log shows against the expected order. `lost`: never final. `duplicated`: executed more than once. `outOfOrder`:
 * sent for the first time, or executed, after a later batch of its lane was sent or executed. `overlap`: sent before the
 * one before it was final. `late`: sent again after a later one was sent; harmless unless it is executed. `unexpected`: of
 * no lane. `n`: where in the log.
 */
export type OrderFindings = Readonly<
  Record<"lost" | "duplicated" | "outOfOrder" | "overlap" | "late" | "unexpected", readonly OrderFinding[]>
>;

type Found = { -readonly [Kind in keyof OrderFindings]: OrderFinding[] };

/** Compares a fake ledger's log with the order per service, service by service. Only empty lists: all is well. */
export function checkOrder(
  log: readonly LogEntry[],
  expected: Readonly<Record<string, readonly Expected[]>>,
): OrderFindings {
  const found: Found = { lost: [], duplicated: [], outOfOrder: [], overlap: [], late: [], unexpected: [] };
  const checks = new Map<string, ServiceCheck>();
  const checkOf = (service: string): ServiceCheck => {
    const check = checks.get(service) ?? new ServiceCheck(service, expected[service] ?? [], found);
    checks.set(service, check);
    return check;
  };
  for (const entry of log) checkOf(entry.service).take(entry);
  for (const service of Object.keys(expected)) checkOf(service).end();
  return found;
}

class ServiceCheck {
  readonly #service: string;
  readonly #expected: readonly Expected[];
  readonly #found: Found;
  readonly #places: ReadonlyMap<string, number>;
  readonly #isDone: boolean[];
  readonly #wasSent = new Set<number>();
  readonly #executions = new Map<number, number>();
  #furthestSent = -1;
  #furthestExecuted = -1;

  constructor(service: string, expected: readonly Expected[], found: Found) {
    this.#service = service;
    this.#expected = expected;
    this.#found = found;
    this.#places = new Map(expected.map(({ id }, index) => [id, index]));
    this.#isDone = expected.map(({ closed }) => closed === true);
  }

  take({ event, id, n }: LogEntry): void {
    if (id === "" || event === "asked" || event === "forgotten") return;
    const finding = { service: this.#service, id, n };
    const place = this.#places.get(id);
    if (place === undefined) this.#found.unexpected.push(finding);
    else if (event === "final") this.#isDone[place] = true;
    else if (event === "executed") this.#execute(place, finding);
    else this.#send(place, finding);
  }

  end(): void {
    for (const [place, { id }] of this.#expected.entries())
      if (!this.#isDone[place]) this.#found.lost.push({ service: this.#service, id });
  }

  #execute(place: number, finding: OrderFinding): void {
    const count = (this.#executions.get(place) ?? 0) + 1;
    this.#executions.set(place, count);
    if (count === 2) this.#found.duplicated.push(finding);
    if (place < this.#furthestExecuted) this.#found.outOfOrder.push(finding);
    this.#furthestExecuted = Math.max(this.#furthestExecuted, place);
  }

  /** Refused batches count as sent too: they should not have been sent yet either. */
  #send(place: number, finding: OrderFinding): void {
    const between = this.#isDone.slice(Math.max(this.#furthestSent, 0), place);
    if (place < this.#furthestSent) {
      (this.#wasSent.has(place) ? this.#found.late : this.#found.outOfOrder).push(finding);
    } else if (between.includes(false)) {
      this.#found.overlap.push(finding);
    }
    this.#wasSent.add(place);
    this.#furthestSent = Math.max(this.#furthestSent, place);
  }
}
