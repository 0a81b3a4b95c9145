import { setTimeout as sleep } from "node:timers/promises";
import { placeHold } from "../../../operations/hold/place.ts";
import { releaseHold } from "../../../operations/hold/release.ts";
import type { World } from "../world.ts";
import type { Fault } from "./fault.ts";

const ENDED = ["Completed", "Failed", "Deleted"] as const;
/** Once a run: a job that is held twice makes two moves twice, which the verdict counts as a fault. */
const held = new WeakSet<World>();

export const HOLD_FAULTS: readonly Fault[] = [
  {
    name: "hold a collection while its jobs run, then release it",
    code: "F28",
    group: "people",
    weight: 2,
    inject: async (world, dice) => {
      const { ctx } = world;
      const { slug } = dice.pick(world.repository.lanes);
      const running = () =>
        ctx.db.job.count({
          where: { state: { notIn: [...ENDED, "Held"] }, batch: { collection: { slug } } },
        });
      if (held.has(world)) throw new Error("it was held before");
      await Promise.all([world.repository.deposit(slug), world.repository.deposit(slug)]);
      const before = await running();
      if (before === 0) throw new Error("no job was running");
      held.add(world);
      await placeHold(ctx, { on: "collection", id: slug, reason: "the run holds it" });
      await sleep(dice.between(1_000, 3_000));
      const stopped = await ctx.db.batch.count({ where: { state: "Held" } });
      await releaseHold(ctx, { on: "collection", id: slug });
      return `${before} jobs under way, ${stopped} batches held`;
    },
  },
];
