import { gatherCalls } from "../../lib/gather-calls.ts";
import { Share, within } from "../../lib/shares.ts";

/** The answer to each of a group that failed, perhaps after its commit. */
export const FAILED = Symbol("the group failed");

/** `connections`: what all groups together take at a time; `most`: rows of one statement. */
export type Gathering = {
  readonly connections: number;
  readonly most: number;
  /** A group failed, and its rows go on alone. Without it they all fail. */
  readonly onFailed?: ((error: unknown, rows: number) => void) | undefined;
};

/**
 * Has what several rows ask of the database at the same time asked with one statement. `about`: the row an ask is about,
 * since a process that lost a row's lease and has it again may ask under both: each in a statement of its own. `alike`:
 * only asks with the same text share a statement.
 */
export type Gather = <Ask, Answer>(
  work: (asks: readonly Ask[]) => Promise<readonly Answer[]>,
  about: (ask: Ask) => string,
  alike?: (ask: Ask) => string,
) => (ask: Ask) => Promise<Answer | typeof FAILED>;

export function openGathering({ connections, most, onFailed }: Gathering): Gather {
  const share = new Share(connections);
  return <Ask, Answer>(
    work: (asks: readonly Ask[]) => Promise<readonly Answer[]>,
    about: (ask: Ask) => string,
    alike?: (ask: Ask) => string,
  ) => {
    const grouped = async (asks: readonly Ask[]): Promise<readonly (Answer | typeof FAILED)[]> => {
      try {
        return await work(asks);
      } catch (error) {
        if (!onFailed) throw error;
        onFailed(error, asks.length);
        return asks.map(() => FAILED);
      }
    };
    const inTurn = (act: () => Promise<void>) => share.use(() => within([], act));
    return gatherCalls(grouped, { most, about, inTurn, ...(alike && { alike }) });
  };
}
