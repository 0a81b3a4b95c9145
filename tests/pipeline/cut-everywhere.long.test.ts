import { afterAll, beforeAll, expect, it } from "vitest";
import { type Course, type CutSite, openCutSite } from "./cut-site.ts";

/**
 * F67: the connection breaks before or after any statement a worker makes for a deposit, from the lane's claim to the
 * report's mail.
 */
let site: CutSite;
let undisturbed: Course;

beforeAll(async () => {
  site = await openCutSite();
  // the first one makes what later ones find
  await site.run();
  undisturbed = await site.run();
}, 60_000);
afterAll(() => site?.end());

async function expectSame(at: number, cut: "before" | "between"): Promise<void> {
  const where = `${cut} ${at}: ${undisturbed.statements[at]?.trim().slice(0, 60)}`;
  const { moves, mails, cuts, errors } = await site.run({ at, cut });
  expect({ where, moves, mails, cuts, errors }).toEqual({
    where,
    moves: undisturbed.moves,
    mails: ["Sent"],
    cuts: 1,
    errors: [],
  });
}

// in turn, so that each statement meets one of the two and the run stays a matter of minutes
it.each([
  ["before", 0],
  ["between", 1],
] as const)(
  "%s every other statement: the row is looked at again and ends as it would have",
  async (cut, first) => {
    expect(undisturbed.mails).toEqual(["Sent"]);
    expect(undisturbed.statements.length).toBeGreaterThan(40);
    for (let at = first; at < undisturbed.statements.length; at += 2) await expectSame(at, cut);
  },
  1_200_000,
);
