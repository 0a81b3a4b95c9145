import type { Servers } from "./servers.ts";

/** How long a worker is kept at making the jobs of a batch in a doomed lane; shorter than its lease. */
const KEPT_S = 2.5;

/** Lets the run's database keep a worker for a while when it makes the first job of a batch in a doomed lane. */
export async function watchDoomedLanes({ withAdmin }: Servers): Promise<void> {
  await withAdmin((admin) =>
    admin.query(`
      CREATE TABLE chaos.doomed (lane text PRIMARY KEY);
      CREATE FUNCTION chaos.keep() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF EXISTS (SELECT FROM chaos.doomed JOIN lane ON lane.service_id = doomed.lane
            JOIN batch ON batch.lane_id = lane.id WHERE batch.id = NEW.batch_id)
          THEN PERFORM pg_sleep(${KEPT_S});
          END IF;
          RETURN NEW;
        END $$;
      CREATE TRIGGER chaos_keep BEFORE INSERT ON job FOR EACH ROW WHEN (NEW.ordinal = 1)
        EXECUTE FUNCTION chaos.keep()`),
  );
}

/** Makes a lane doomed, or not any more. */
export async function doom({ withAdmin }: Servers, lane: string, isDoomed: boolean): Promise<void> {
  await withAdmin((admin) =>
    isDoomed
      ? admin.query("INSERT INTO chaos.doomed VALUES ($1)", [lane])
      : admin.query("DELETE FROM chaos.doomed WHERE lane = $1", [lane]),
  );
}

/** Whether a worker is kept just now. */
export async function isKept({ withAdmin }: Servers): Promise<boolean> {
  const { rows } = await withAdmin((admin) =>
    admin.query("SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep' LIMIT 1"),
  );
  return rows.length > 0;
}
