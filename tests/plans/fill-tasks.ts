/** Few lanes, as in a bulk update by collection. */
const LANES = 5;

type Tasks = {
  readonly from: number;
  readonly count: number;
  readonly state: string;
  readonly isLaned: boolean;
  readonly isDue?: boolean;
};

/** The lanes, and what has ended in them on a quiet day. */
export const QUIET_TASKS = `
  INSERT INTO task_lane (id, name, key, next_seq)
    SELECT 'task-lane-' || n, 'laned', '["' || n || '"]', 1000000 FROM generate_series(1, ${LANES}) AS n;
  ${tasks({ from: 1, count: 1_000, state: "Succeeded", isLaned: true })}`;

/**
 * A history, many dead ones at its beginning, thousands that wait in few lanes behind one that is due, and thousands that are
 * due at once. Lanes without tasks, and copies that were made, and are to be made, of what is stored.
 */
export const BURST_TASKS = `
  ${tasks({ from: 1_001, count: 5_000, state: "Dead", isLaned: false })}
  ${tasks({ from: 10_001, count: 20_000, state: "Succeeded", isLaned: true })}
  ${tasks({ from: 100_001, count: LANES, state: "Accepted", isLaned: true, isDue: true })}
  ${tasks({ from: 100_001 + LANES, count: 10_000, state: "Accepted", isLaned: true })}
  ${tasks({ from: 200_001, count: 5_000, state: "Accepted", isLaned: false, isDue: true })}
  INSERT INTO task_lane (id, name, key, next_seq)
    SELECT 'left-' || n, 'laned', '["left ' || n || '"]', 2 FROM generate_series(1, 5000) AS n;
  INSERT INTO version_copy (version_id, storage, state, due_at, copied_at, verified_at)
    SELECT id, 'far', CASE WHEN place > 2000 THEN 'Verified' ELSE 'Wanted' END::copy_state,
      CASE WHEN place <= 2000 THEN now() - interval '1 hour' END, CASE WHEN place > 2000 THEN now() END,
      CASE WHEN place > 2000 THEN now() END
    FROM (SELECT id, row_number() OVER (ORDER BY id) AS place FROM object_version) AS version;`;

function tasks({ from, count, state, isLaned, isDue = false }: Tasks): string {
  const each = `FROM generate_series(${from}, ${from + count - 1}) AS n`;
  const id = `'tid-' || md5('task ' || n)::uuid`;
  const hasEnded = state !== "Accepted";
  const at = `timestamptz '2026-01-01' + n * interval '1 second'`;
  return `
  INSERT INTO task (id, name, version, lane_id, lane_seq, blocks_lane, input, fingerprint, submitter_id, submitter, state,
      state_at, created_at, ended_at, due_at)
    SELECT ${id}, ${isLaned ? "'laned'" : "'loose'"}, 1, ${isLaned ? `'task-lane-' || (1 + n % ${LANES}), n` : "NULL, NULL"}, true,
      jsonb_build_object('lane', (1 + n % ${LANES})::text), repeat('0', 64), 'x', 'x', '${state}'::task_state,
      ${at}, ${at}, ${hasEnded ? at : "NULL"}, ${isDue ? at : "NULL"} ${each};
  INSERT INTO task_event (task_id, "to", actor) SELECT ${id}, '${state}'::task_state, 'x' ${each};
  ${hasEnded ? `INSERT INTO task_step (task_id, name, kind, output, started_at, finished_at, fence) SELECT ${id}, 'one', 'step', '1', now(), now(), 1 ${each};` : ""}`;
}
