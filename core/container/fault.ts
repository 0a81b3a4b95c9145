import { type Problem, WaybillError } from "../errors.ts";
import type { Findings } from "./findings.ts";
import { CONTAINER_FORMATS, type ContainerFormat } from "./format.ts";
import { CONTAINER_PROBLEMS } from "./problems.ts";

type ContainerError = "container_invalid" | "container_too_large" | "container_unsupported";

/** The error for a container that cannot be used: the first problem as its sentence, all of them as facts. */
export function containerFault({ problems, problemCount }: Findings): WaybillError {
  const [first] = problems;
  return new WaybillError(
    first ? errorOf(first) : "container_invalid",
    `The container cannot be used. ${first?.message ?? ""}${moreProblems(problemCount)}`,
    { problems },
  );
}

/** The error for a container with this one problem. */
export function containerProblem(problem: Problem, cause?: unknown): WaybillError {
  return new WaybillError(errorOf(problem), `The container cannot be used. ${problem.message}`, {
    problems: [problem],
    cause,
  });
}

/** What follows the first of so many problems. */
export function moreProblems(count: number): string {
  if (count < 2) return "";
  return count === 2 ? " There is 1 more problem." : ` There are ${count - 1} more problems.`;
}

/** Problems of names come from the manifest's table. */
function errorOf({ code }: Problem): ContainerError {
  const known: Readonly<Record<string, { readonly error: ContainerError | null }>> = CONTAINER_PROBLEMS;
  return known[code]?.error ?? "container_invalid";
}

/** The error for a container in a format that is not unpacked. */
export function unsupportedFormat(format: ContainerFormat | undefined): WaybillError {
  const what = format === undefined ? "not a zip or tar" : `packed as ${CONTAINER_FORMATS[format]}`;
  const code = "container_unsupported";
  const message = `The container is ${what}, so Waybill cannot unpack it. Make it a .zip, .tar or .tar.gz, or deposit it with the type file to keep it as is.`;
  return new WaybillError(code, message, { problems: [{ line: 0, code, message }] });
}

/** The error for a gzip file that holds something else than a tar. */
export function noTarInside(): WaybillError {
  const code = "container_unsupported";
  const message =
    "There is no tar inside the gzip file. Make it a .tar.gz or .zip, or deposit it with the type file to keep it as is.";
  return new WaybillError(code, message, { problems: [{ line: 0, code, message }] });
}
