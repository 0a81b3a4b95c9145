import { describe, expect, it } from "vitest";
import type { Problem } from "../../core/errors.ts";
import { type Failure, UNREACHABLE } from "../queries/problem.model.ts";
import { RequestError } from "../queries/request.ts";
import { draw } from "../testing/draw.tsx";
import { ErrorNote } from "./error-note.tsx";
import { ProblemList } from "./problem-list.tsx";

const nothing = () => undefined;
const failed = (part: Partial<Failure>) =>
  new RequestError({ ...UNREACHABLE, status: 409, code: "stale_state", message: "It has changed.", ...part });

describe("an error", () => {
  it.each<[string, Partial<Failure>, boolean, string, readonly string[]]>([
    ["says what happened", {}, false, "It has changed. stale_state", []],
    [
      "can be tried again where that makes sense",
      {},
      true,
      "It has changed. Try again stale_state",
      ["Try again"],
    ],
    [
      "leads to the sign-in, not to another try, when one is signed out",
      { status: 401, code: "unauthenticated" },
      true,
      "It has changed. Sign in again unauthenticated",
      ["Sign in again"],
    ],
  ])("%s", (_, part, mayRetry, words, pressed) => {
    const retry = mayRetry ? { onRetry: nothing } : {};
    const { text, buttons } = draw(<ErrorNote error={failed(part)} {...retry} />);
    expect(text).toBe(words);
    expect(buttons).toEqual(pressed);
  });

  it("of the page itself says nothing of its insides", () => {
    const { text } = draw(<ErrorNote error={new TypeError("x is undefined")} />);
    expect(text).toBe("The console hit an internal error. Reload the page; what you have saved is safe.");
  });
});

describe("its problems", () => {
  const problem = (line: number): Problem => ({ line, code: "size_missing", message: "No size." });
  const textOf = (problems: readonly Problem[], total?: number) =>
    draw(<ProblemList problems={problems} {...(total && { total })} />).text;

  it.each([
    ["none", [], ""],
    ["without lines", [problem(0)], "No size. size_missing"],
    [
      "with lines, and one of the whole",
      [problem(1_204), problem(0)],
      "Line 1,204No size. size_missing WholeNo size. size_missing",
    ],
  ])("%s", (_, problems, text) => {
    expect(textOf(problems)).toBe(text);
  });

  it("are folded from the sixth on, and counted where not all are listed", () => {
    const seven = [1, 2, 3, 4, 5, 6, 7].map(problem);
    expect(textOf(seven)).toContain("Line 5No size. size_missing Show 2 more problems Line 6");
    expect(textOf(seven, 1_007)).toMatch(/and 1,000 problems more that are not listed\.$/);
  });
});
