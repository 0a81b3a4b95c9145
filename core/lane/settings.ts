import * as z from "zod";

const ms = (standard: number) => z.number().int().min(1).default(standard);

/**
 * A lane's times (milliseconds) and rules. Settings a lane leaves out have the default values given here. LANE_TIMES
 * scales all times at once, for tests. Source: docs/reference/lanes.md, "Settings".
 */
export const LaneSettings = z.object({
  /** After a batch the ledger found invalid or refused: continue with the next one, or halt until a person decides. */
  afterInvalid: z.enum(["continue", "halt"]).default("continue"),
  /** Whether a batch may begin as soon as it is accepted, or only once it has its position, half a tick later on average. */
  startsWhen: z.enum(["accepted", "positioned"]).default("accepted"),
  /** The shortest time between the last try of a submission and the next submission. */
  delayWindowMs: ms(15_000),
  /**
   * How long one call to the ledger may take, and how long after being cut off it may still take effect, which is as
   * long as the ledger goes on working on a request it has read. Source: Sawtooth's REST API waits 300 s for its
   * validator (`--timeout`); scabbard has no limit for a submission, but 300 s for executing a batch, during which the
   * next one waits.
   */
  postTimeoutMs: ms(10_000),
  settleMs: ms(300_000),
  /**
   * Tries of one submission while the ledger is busy or gives no reliable answer; then the first pause between tries,
   * and how much each further pause adds.
   */
  tries: z.number().int().min(1).max(100).default(10),
  pauseFirstMs: ms(250),
  pauseStepMs: ms(500),
  /** The longest wait a ledger may ask for; longer ones are cut to this. */
  retryAfterMostMs: ms(300_000),
  /**
   * A ledger that no longer knows an accepted batch is believed after this time and this many such answers in a row.
   */
  graceMs: ms(30_000),
  graceAnswers: z.number().int().min(1).default(3),
  /** How often a ledger may take and forget the same batch before its lane halts; it halts again after as many more. */
  haltAfterForgotten: z.number().int().min(1).max(1_000).default(10),
  /** Pauses between two polls of a batch: from the first, doubling up to the longest. */
  pollFirstMs: ms(50),
  pollMostMs: ms(2_000),
  askTimeoutMs: ms(10_000),
  /** A batch that stays Pending or Valid for this long is pointed out. */
  stuckPendingMs: ms(300_000),
  alarmPendingMs: ms(1_800_000),
  stuckValidMs: ms(60_000),
});
export type LaneSettings = z.infer<typeof LaneSettings>;

/** The settings a lane has set itself, by name. */
export const OwnSettings = z.record(z.string(), z.union([z.string(), z.number()]));

/** Numbers that are not times. */
const COUNTS = ["tries", "graceAnswers", "haltAfterForgotten"];

/** A lane's settings with all times multiplied by `scale`. @throws ZodError when `stored` is not a lane's settings */
export function readLaneSettings(stored: unknown, scale = 1): LaneSettings {
  const settings = LaneSettings.parse(stored);
  if (scale === 1) return settings;
  const scaled = Object.entries(settings).map(([name, value]) => [
    name,
    typeof value === "number" && !COUNTS.includes(name) ? Math.max(1, Math.round(value * scale)) : value,
  ]);
  return LaneSettings.parse(Object.fromEntries(scaled));
}
