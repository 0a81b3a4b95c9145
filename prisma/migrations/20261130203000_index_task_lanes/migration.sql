-- By hand: all tasks of a lane, so that a lane without any is found and deleted without reading the others'.
CREATE INDEX "task_lane_idx" ON "task" ("lane_id", "lane_seq") WHERE "lane_id" IS NOT NULL;

-- By hand: what waits in a lane, in its order, and what stands before it: a lane goes on without reading those that wait. The
-- first does not name the state, so that no plan takes the index of states instead, which has the tasks of all lanes.
CREATE INDEX "task_lane_waiting_idx" ON "task" ("lane_id", "lane_seq")
  WHERE "lane_id" IS NOT NULL AND "due_at" IS NULL AND "ended_at" IS NULL;
CREATE INDEX "task_lane_before_idx" ON "task" ("lane_id")
  WHERE "lane_id" IS NOT NULL AND ("state" IN ('Running', 'Sleeping', 'Waiting', 'Retrying', 'Paused', 'Failed')
    OR ("state" = 'Dead' AND "blocks_lane") OR ("state" = 'Accepted' AND "due_at" IS NOT NULL));
DROP INDEX "task_lane_open_idx";

-- By hand: what is forgotten after a while. Dead tasks, which stay, would be read anew for every page of it.
CREATE INDEX "task_forgotten_idx" ON "task" ("ended_at")
  WHERE "ended_at" IS NOT NULL AND "state" IN ('Succeeded', 'Cancelled');
DROP INDEX "task_ended_idx";
