import { describe, expect, it } from "vitest";
import { connect } from "../../scripts/db/connect.ts";
import { until } from "../pipeline/until.ts";
import { type KillSite, NOTHING, on } from "./kill-site.ts";
import { all } from "./ledger-lane.ts";

/**
 * Each write of a submission's event line, held up after its rows are written and before its transaction ends. `begun`:
 * the first attempt (beginNext); `again`: one after a busy answer, in a transaction of several statements (beginAttempt);
 * `answered`: its answer (recordAnswer), as its ledger has not decided yet; `ended`: the answer, the final status and the
 * next attempt (endAndBegin), as its ledger decides at once.
 */
const WRITES = {
  begun: ["AFTER INSERT ON attempt", "true"],
  again: [
    "AFTER INSERT ON attempt",
    "EXISTS (SELECT FROM attempt WHERE batch_id = NEW.batch_id AND id <> NEW.id)",
  ],
  answered: ["AFTER UPDATE OF answered_at ON attempt", "NEW.outcome = 'accepted'"],
  ended: ["AFTER UPDATE OF submission_status ON batch", "NEW.submission_status = 'Committed'"],
} as const;

/** What the killed worker's transaction comes to, and what the attempts of the first two batches are in the end. */
const CASES = [
  ["begun", "rolled back", ["accepted"], ["accepted"]],
  ["begun", "committed", ["lost", "accepted"], ["accepted"]],
  ["again", "rolled back", ["busy", "accepted"], ["accepted"]],
  ["answered", "rolled back", ["lost"], ["accepted"]],
  ["answered", "committed", ["accepted"], ["accepted"]],
  ["ended", "rolled back", ["lost"], ["accepted"]],
  ["ended", "committed", ["accepted"], ["lost", "accepted"]],
] as const;

/** How long the ledger takes to decide, where it matters. */
const SETTLE_MS: Partial<Record<keyof typeof WRITES, number>> = { answered: 500, ended: 0 };

const HELD_UP_S = 2;

/** Lets the database hold up a write, the first time that it comes. */
async function holdUp({ ownerUrl }: KillSite, write: keyof typeof WRITES) {
  const admin = await connect(ownerUrl);
  const [when, condition] = WRITES[write];
  await admin.query(`
    CREATE TABLE held_up (at timestamptz);
    GRANT SELECT ON held_up TO PUBLIC;
    CREATE FUNCTION hold_up() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF ${condition} AND NOT EXISTS (SELECT FROM held_up) THEN
          PERFORM pg_sleep(${HELD_UP_S});
        END IF;
        RETURN NULL;
      END $$;
    CREATE TRIGGER hold_up ${when} FOR EACH ROW EXECUTE FUNCTION hold_up()`);
  return {
    /** @returns the process that serves the transaction, once it is held up; nobody else is from then on */
    async seen(): Promise<number> {
      let pid = 0;
      await until(async () => {
        const { rows } = await admin.query<{ pid: number }>(
          "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'",
        );
        pid = rows[0]?.pid ?? 0;
        return rows.length === 1 || `${rows.length} transactions are held up`;
      }, 20_000);
      await admin.query("INSERT INTO held_up VALUES (now())");
      return pid;
    },
    rollBack: (pid: number) => admin.query("SELECT pg_terminate_backend($1)", [pid]),
    end: () => admin.end(),
  };
}

describe.concurrent("a worker killed in the middle of a transaction", () => {
  it.each(CASES)(
    "that writes what is %s, which is then %s: in order, nothing twice",
    on("sawtooth", async (site, write, end, first, second) => {
      if (write === "again") site.ledger.control({ fault: "busy" });
      const ms = SETTLE_MS[write];
      if (ms !== undefined) site.ledger.control({ fault: "settle", ms });
      const held = await holdUp(site, write);
      try {
        const worker = await site.start();
        const pid = await held.seen();
        worker.kill("SIGKILL");
        expect(await worker.ended).toBe("SIGKILL");
        if (end === "rolled back") await held.rollBack(pid);
        await site.start();
        const seen = await site.lane.until(all("Committed"), 40_000);
        expect(seen.map(({ attempts }) => attempts)).toEqual([first, second, ["accepted"], ["accepted"]]);
        expect(site.findings()).toEqual(NOTHING);
        expect(site.timesSent()).toEqual([1, 1, 1, 1]);
      } finally {
        await held.end();
      }
    }),
  );
});
