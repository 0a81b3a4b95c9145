import * as z from "zod";

const ms = (standard: number) => z.number().int().min(1).default(standard);

/**
 * A lane's times (milliseconds) and rules. What a lane leaves out has the standard value here; LANE_TIMES scales all
 * times at once, for tests. Source: docs/reference/lanes.md, "Settings".
 */
export const LaneSettings = z.object({
  /** After a batch the ledger found invalid or refused: go on with the next, or halt until a person decides. */
  afterInvalid: z.enum(["continue", "halt"]).default("continue"),
  /** Least time between the last of a submission's tries and the next submission. */
  delayWindowMs: ms(15_000),
  /**
   * One call of the ledger, and how long after it was cut off its effect may still come: as long as the ledger itself
   * goes on with what it has read. Source: Sawtooth's REST API waits 300 s for its validator (`--timeout`); scabbard has
   * no limit for a submission, and 300 s for the execution of a batch, behind which the next one waits.
   */
  postTimeoutMs: ms(10_000),
  settleMs: ms(300_000),
  /** Tries of one submission while the ledger is busy or gives no answer to rely on, and the pauses between them: first, and what each adds. */
  tries: z.number().int().min(1).max(100).default(10),
  pauseFirstMs: ms(250),
  pauseStepMs: ms(500),
  /** A ledger may ask for a longer wait; it is not waited longer than this. */
  retryAfterMostMs: ms(300_000),
  /** A ledger that does not know an accepted batch is believed after this time and as many answers in a row. */
  graceMs: ms(30_000),
  graceAnswers: z.number().int().min(1).default(3),
  /** A ledger that has taken the same batch and forgotten it so often halts its lane, and again after as many more. */
  haltAfterForgotten: z.number().int().min(1).max(1_000).default(10),
  /** Pauses between two questions about a batch: first, doubling, up to most. */
  pollFirstMs: ms(50),
  pollMostMs: ms(2_000),
  askTimeoutMs: ms(10_000),
  /** A batch that stays Pending or Valid for so long is pointed out. */
  stuckPendingMs: ms(300_000),
  alarmPendingMs: ms(1_800_000),
  stuckValidMs: ms(60_000),
});
export type LaneSettings = z.infer<typeof LaneSettings>;

/** What of them a lane keeps as its own, by name. */
export const OwnSettings = z.record(z.string(), z.union([z.string(), z.number()]));

/** Settings that are not times. */
const RULES = ["afterInvalid", "tries", "graceAnswers", "haltAfterForgotten"] as const;

/** A lane's settings with all times multiplied by `scale`. @throws ZodError when `stored` is not what a lane keeps */
export function readLaneSettings(stored: unknown, scale = 1): LaneSettings {
  const settings = LaneSettings.parse(stored);
  if (scale === 1) return settings;
  const scaled = Object.entries(settings).map(([name, value]) => [
    name,
    typeof value === "number" && !RULES.some((rule) => rule === name)
      ? Math.max(1, Math.round(value * scale))
      : value,
  ]);
  return LaneSettings.parse(Object.fromEntries(scaled));
}
