import { Share, within } from "../../../lib/shares.ts";
import type { Sql } from "../../sql.ts";
import { alikeRecorded, type Recorded, recordAnswer, recordEach } from "../attempt/answer.ts";
import { MOST_LANES } from "../attempt/claims.ts";
import {
  alikeBegin,
  alikeStep,
  type Begun,
  beginEach,
  beginNext,
  type Claimed,
  endAndBegin,
  endAndBeginEach,
  findBegun,
  type Step,
  type Stepped,
  whole,
  withBody,
} from "../attempt/serial.ts";
import { FAILED, openGathering } from "../gathering.ts";
import { type LaneTurn, type Left, loadTurn, loadTurns, releaseClaim, releaseClaims } from "./turn.ts";

/** What lanes ask of the database at every step. Lanes that ask at the same time share a statement and its commit. */
export type LaneSteps = {
  /** As loadTurn. */
  load(laneId: string): Promise<LaneTurn | undefined>;
  /** As beginNext. */
  beginNext(claimed: Claimed): Promise<Begun | undefined>;
  /** As endAndBegin. */
  endAndBegin(claimed: Claimed, ended: Step["ended"]): Promise<Stepped | undefined>;
  /** As recordAnswer. */
  record(recorded: Recorded): Promise<boolean>;
  /** As releaseClaim. */
  release(left: Left): Promise<void>;
};

type Opening = {
  /** That all groups together take at a time. */
  readonly connections?: number;
  /** That lanes take which go alone. */
  readonly alone?: number;
  /** A group failed, and its lanes go on alone. Without it they all fail. */
  readonly onFailed?: (error: unknown, lanes: number) => void;
};

/**
 * Opens them over a pool. A lane that others have locked is left out of its group and then asked for alone, and so are all
 * lanes of a group that failed: no lane waits for, or fails with, another.
 */
export function openLaneSteps(
  db: Sql,
  { connections = 1, alone: ofAlone = connections, onFailed }: Opening = {},
): LaneSteps {
  const gather = openGathering({ connections, most: MOST_LANES, onFailed });
  // they may wait for a lock: with the connections of the lanes' own work others would wait with them
  const waiting = new Share(ofAlone);
  const alone = <Answer>(work: () => Promise<Answer>) => within([waiting], work);
  const ofLane = ({ laneId }: { readonly laneId: string }) => laneId;
  const load = gather(
    (ids: readonly string[]) => loadTurns(db, ids),
    (laneId) => laneId,
  );
  const begin = gather((all: readonly Claimed[]) => beginEach(db, all), ofLane, alikeBegin);
  const step = gather(
    (all: readonly Step[]) => endAndBeginEach(db, all),
    ({ claimed }) => ofLane(claimed),
    alikeStep,
  );
  const record = gather(
    (all: readonly Recorded[]) => recordEach(db, all),
    ({ batchId }) => batchId,
    alikeRecorded,
  );
  const release = gather((all: readonly Left[]) => releaseClaims(db, all), ofLane);
  return {
    load: async (laneId) => {
      const turn = await load(laneId);
      return turn === FAILED ? alone(() => loadTurn(db, laneId)) : turn;
    },
    beginNext: async (claimed) => {
      const begun = await begin(claimed);
      if (begun === FAILED)
        return alone(async () => (await findBegun(db, claimed)) ?? beginNext(db, claimed));
      if (begun === undefined) return alone(() => beginNext(db, claimed));
      return begun ? withBody(db, begun) : undefined;
    },
    endAndBegin: async (claimed, ended) => {
      const stepped = await step({ claimed, ended });
      if (stepped === FAILED) return alone(() => stepAgain(db, { claimed, ended }));
      return stepped ? whole(db, stepped) : alone(() => endAndBegin(db, claimed, ended));
    },
    record: async (recorded) => (await record(recorded)) === true || alone(() => recordAnswer(db, recorded)),
    release: async (left) => {
      if ((await release(left)) !== true) await alone(() => releaseClaim(db, left));
    },
  };
}

/** The step of a group that failed: taken now, or found to have been taken, with the batch that was begun by it. */
async function stepAgain(db: Sql, { claimed, ended }: Step): Promise<Stepped | undefined> {
  const stepped = await endAndBegin(db, claimed, ended);
  if (stepped) return stepped;
  const begun = await findBegun(db, claimed, ended.batchId);
  return begun && { begun, isLast: false };
}
