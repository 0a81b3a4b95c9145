import { type Problem, WaybillError } from "../errors.ts";
import type { Deletion } from "../storage/carried-files.ts";
import { logicalPathFault, shownPath } from "../storage/logical-path.ts";
import { PRODUCER_FOLDER } from "./system-files.ts";

/** Name of the list of deletions at the top of a deposit. */
export const DELETE_LIST = "mrt-delete.txt";

/** Most problems named of one list. */
const MOST_PROBLEMS = 1_000;

/**
 * The files an mrt-delete.txt takes out of an object: one path a line, `producer/` before it or not; blank lines are
 * skipped. Errors: `delete_list_invalid` with every line that is no path in an object.
 * Source: docs/reference/metadata.md, "mrt-delete.txt".
 */
export function readDeleteList(text: string): readonly Deletion[] {
  const deletions: Deletion[] = [];
  const problems: Problem[] = [];
  let count = 0;
  for (const [index, content] of text.split(/\r\n|\n|\r/).entries()) {
    if (content.trim() === "") continue;
    const line = index + 1;
    const path = content.startsWith(`${PRODUCER_FOLDER}/`) ? content : `${PRODUCER_FOLDER}/${content}`;
    const fault = logicalPathFault(content) ?? logicalPathFault(path);
    if (fault === undefined) deletions.push({ path, line });
    else if (++count <= MOST_PROBLEMS)
      problems.push({
        line,
        code: "path_refused",
        message: `The path ${shownPath(content)} ${fault}. Write it from the top folder of the object.`,
      });
  }
  if (count > 0) throw deleteListFault(problems, count);
  return deletions;
}

/** The error for deletions of files the version before does not have. `version` 0: there is no version before. */
export function unfoundFault(unfound: readonly Deletion[], version: number): WaybillError {
  const where =
    version === 0 ? "The object is new and has no files yet" : `Version ${version} has no such file`;
  return deleteListFault(
    unfound.slice(0, MOST_PROBLEMS).map(({ path, line }) => ({
      line,
      code: "path_unknown",
      message: `${shownPath(path)} cannot be deleted. ${where}.`,
    })),
    unfound.length,
  );
}

/** `problems`: the first of so many. */
function deleteListFault(problems: readonly Problem[], count: number): WaybillError {
  const [first] = problems;
  const more = count > 1 ? ` ${count - 1} more ${count === 2 ? "line has" : "lines have"} problems too.` : "";
  return new WaybillError(
    "delete_list_invalid",
    `${DELETE_LIST}, line ${first?.line ?? 0}: ${first?.message ?? ""}${more}`,
    { problems },
  );
}
