import { appendFileSync } from "node:fs";

/**
 * `arrived`: the ledger took a batch. `refused`: it did not. `executed`: it ran the batch, whatever came of it. `final`: the
 * batch is Committed or Invalid. `forgotten`: a taken batch was dropped without a final state. `asked`: its state was told.
 */
export type LedgerEvent = "arrived" | "refused" | "executed" | "final" | "forgotten" | "asked";

/** One line of the log. `n` counts from 1; `at`: ms of the fake ledger's own clock, which never goes back. */
export type LogEntry = {
  readonly n: number;
  readonly at: number;
  readonly service: string;
  readonly event: LedgerEvent;
  readonly id: string;
  readonly status?: string;
  readonly fault?: string;
};

/** What happened, oldest first. */
export type LedgerLog = {
  readonly entries: readonly LogEntry[];
  write(entry: Omit<LogEntry, "n" | "at">): void;
};

/** Opens a log in memory; with `file` each line is appended there too, as JSON. */
export function openLog(file?: string): LedgerLog {
  const entries: LogEntry[] = [];
  return {
    entries,
    write(fields) {
      const entry = { n: entries.length + 1, at: Math.round(performance.now() * 1_000) / 1_000, ...fields };
      entries.push(entry);
      if (file !== undefined) appendFileSync(file, `${JSON.stringify(entry)}\n`);
    },
  };
}
