import { knownError } from "../../../lib/problem.ts";
import { type Directed, must } from "../faults/fault.ts";
import { whileFull } from "../faults/full-disk.ts";
import { whileReadOnly } from "../faults/read-only.ts";
import { untilFinal } from "../until-final.ts";
import type { World } from "../world.ts";

const PATIENCE_MS = 120_000;
/** So many that their rows need room nobody has yet. */
const MANY = 300;
/** Of them, how many are waited for. */
const FIRST = 5;

/** PostgreSQL that takes no writes: a submission is told to come again, nothing of it is kept, and it works afterwards. */
export const REFUSED_WRITES: readonly Directed[] = [
  {
    code: "F19",
    name: "PostgreSQL read-only",
    prove: (world) => submitUnder(world, 3, (act) => whileReadOnly(world, act)),
  },
  {
    code: "F19",
    name: "the disk of a table full (tmpfs)",
    prove: (world) => submitUnder(world, MANY, (act) => whileFull(world, act)),
  },
];

async function submitUnder(
  world: World,
  batches: number,
  fault: (act: (refusal: string) => Promise<string>) => Promise<string>,
): Promise<string> {
  const [lane] = await world.feed(1, { batches, submit: false });
  if (!lane) throw new Error("no lane");
  const count = () => world.ctx.db.ledgerBatch.count({ where: { lane: { serviceId: lane.serviceId } } });
  const said = await fault(async (refusal) => {
    const error: unknown = await world.submit(lane).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    must(error !== undefined, "the submission was taken");
    const { code } = knownError(error);
    must(code === "database_unavailable", `the submission was answered ${code}`);
    return `${refusal}; a submission was answered 503`;
  });
  must((await count()) === 0, "a part of the refused submission was kept");
  await world.submit(lane);
  must((await count()) === batches, "not all was taken afterwards");
  const first = { ...lane, batches: lane.batches.slice(0, FIRST) };
  const ms = await untilFinal(world, [first], PATIENCE_MS);
  return `${said}; nothing of it kept; the first ${first.batches.length} final ${(ms / 1000).toFixed(1)} s after it was sent again`;
}
