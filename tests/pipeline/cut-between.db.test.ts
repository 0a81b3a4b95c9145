import { afterAll, beforeAll, expect, it } from "vitest";
import { type Course, type CutSite, inTransactions, openCutSite } from "./cut-site.ts";

/**
 * F67: the connection breaks between two statements of a transaction, of a lane's hand-over, of making jobs, of a job's
 * stages or of a report: some of the places. All of them are in cut-everywhere.long.test.ts.
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

it("the row is looked at again and ends as it would have", async () => {
  expect(undisturbed.moves.at(-1)).toBe("batch Completed");
  const places = inTransactions(undisturbed);
  // lane, making jobs, reserving, finding the ARK, recording, report: two statements each and their ends at the least
  expect(places.length).toBeGreaterThan(20);
  for (const at of places.filter((_, place) => place % 5 === 1)) await expectSame(at, "between");
}, 120_000);
