import { Problem } from "../problem.ts";
import { runCommand } from "../run-command.ts";
import { bringUpToDate } from "./bring-up-to-date.ts";

/** `npm run db:deploy`: the database of DATABASE_URL, as DATABASE_OWNER_URL where that is set. */
async function main(): Promise<void> {
  const { DATABASE_URL: url, DATABASE_OWNER_URL } = process.env;
  if (!url) throw new Problem("Set DATABASE_URL to the database that shall be brought up to date.");
  const { names } = await bringUpToDate({ url, ownerUrl: DATABASE_OWNER_URL || url });
  console.log(
    names.length === 0 ? "The database is up to date." : names.map((name) => `applied ${name}`).join("\n"),
  );
}

runCommand(main);
