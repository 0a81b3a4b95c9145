import type { Servers } from "./servers.ts";

/** A claim that was taken away from its holder. `at`: ms, by the database's clock, which is the run's. */
export type Takeover = { readonly holder: string; readonly at: number };

/** Lets the run's database note every claim that is taken from somebody, in a table of the run's own. */
export async function watchTakeovers({ withAdmin }: Servers): Promise<void> {
  await withAdmin((admin) =>
    admin.query(`
      CREATE SCHEMA chaos;
      CREATE TABLE chaos.takeover (holder text NOT NULL, at timestamptz NOT NULL DEFAULT clock_timestamp());
      CREATE FUNCTION chaos.note() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          INSERT INTO chaos.takeover (holder) VALUES (OLD.lease_owner);
          RETURN NULL;
        END $$;
      CREATE TRIGGER chaos_takeover AFTER UPDATE ON lane FOR EACH ROW
        WHEN (OLD.lease_owner IS NOT NULL
          AND (NEW.breaks > OLD.breaks OR (NEW.lease_owner IS NOT NULL AND NEW.fence > OLD.fence)))
        EXECUTE FUNCTION chaos.note()`),
  );
}

export async function listTakeovers({ withAdmin }: Servers): Promise<readonly Takeover[]> {
  const { rows } = await withAdmin((admin) =>
    admin.query<Takeover>(
      "SELECT holder, (extract(epoch FROM at) * 1000)::float8 AS at FROM chaos.takeover ORDER BY at",
    ),
  );
  return rows;
}
