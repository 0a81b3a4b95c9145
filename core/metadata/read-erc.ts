import { WaybillError } from "../errors.ts";
import { readArk } from "../identifier/ark.ts";
import { readLocalIds } from "../identifier/local-ids.ts";
import type { Citation } from "./citation.ts";
import { isGiven, joined } from "./clean.ts";
import { readAnvl } from "./read-anvl.ts";

/** What an ERC says. `ark`: canonical, of the first `where` that is an ARK; the other ones are local ids. */
export type ErcFacts = Citation & {
  readonly ark?: string | undefined;
  readonly localIds: readonly string[];
};

const ARK = /^(?:https?:\/\/[^\s?#]*\/)?ark:/i;

/**
 * Reads an electronic resource citation, from a file or a form's field: who, what, when, where, in any case. A key that is repeated gives several values, parted by
 * semicolons. Errors: `bad_identifier` naming `file` and the line. Source: docs/reference/metadata.md, "mrt-erc.txt".
 */
export function readErc(text: string, file: string): ErcFacts {
  // a person may have typed them in any case
  const pairs = readAnvl(text).map((pair) => ({ ...pair, key: pair.key.toLowerCase() }));
  const valuesOf = (key: string) =>
    joined(pairs.filter((pair) => pair.key === key).map(({ value }) => value));
  let ark: string | undefined;
  const localIds: string[] = [];
  for (const { key, value, line } of pairs) {
    if (key !== "where" || !isGiven(value)) continue;
    at(file, line, () => {
      if (ark === undefined && ARK.test(value)) ark = readArk(value);
      else localIds.push(...readLocalIds(value));
    });
  }
  return { who: valuesOf("who"), what: valuesOf("what"), when: valuesOf("when"), ark, localIds };
}

function at(file: string, line: number, read: () => void): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof WaybillError)) throw error;
    throw new WaybillError(error.code, `${file}, line ${line}: ${error.message}`, {
      problems: [{ line, code: error.code, message: error.message }],
    });
  }
}
