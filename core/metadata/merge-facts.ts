import { WaybillError } from "../errors.ts";
import { chooseLocalIds, readLocalIds } from "../identifier/local-ids.ts";
import type { Citation } from "./citation.ts";
import { isGiven } from "./clean.ts";
import { DC_ELEMENTS, type DublinCore } from "./dublin-core.ts";
import type { ErcFacts } from "./read-erc.ts";

/** What the form, or the row of a batch manifest, says of an object; `suppliedArk` canonical. */
export type GivenFacts = {
  readonly creator: string | null;
  readonly title: string | null;
  readonly date: string | null;
  readonly localIds: readonly string[];
  readonly suppliedArk: string | null;
};

/** What the metadata files of the deposit say; a file it does not have is left out. */
export type FileFacts = {
  readonly dublinCore?: DublinCore | undefined;
  readonly eml?: Citation | undefined;
  readonly dataCite?: Citation | undefined;
  readonly erc?: ErcFacts | undefined;
};

/** How a collection wants them merged. */
export type MergeRules = { readonly suppressDublinCoreLocalId: boolean };

/**
 * The facts of an object, merged: Dublin Core, then EML, fill what the form leaves blank; DataCite overwrites; the ERC
 * overwrites last. Errors: `bad_identifier` (the ERC names another ARK than the form, or there are too many local ids).
 * Source: docs/reference/metadata.md, "What counts".
 */
export function mergeFacts(given: GivenFacts, files: FileFacts, rules: MergeRules): GivenFacts {
  const { dublinCore = {}, eml, dataCite, erc } = files;
  const dc: Citation = {
    who: dublinCore.creator?.join("; "),
    what: dublinCore.title?.join("; "),
    when: dublinCore.date?.join("; "),
  };
  const choose = (key: keyof Citation, ofForm: string | null) =>
    [erc?.[key], dataCite?.[key], ofForm, dc[key], eml?.[key]].find(isGiven) ?? null;
  return {
    creator: choose("who", given.creator),
    title: choose("what", given.title),
    date: choose("when", given.date),
    localIds: chooseLocalIds({
      form: given.localIds,
      row: [],
      erc: erc?.localIds ?? [],
      dublinCore: rules.suppressDublinCoreLocalId ? [] : localIdsOf(dublinCore),
    }),
    suppliedArk: chooseSupplied(given.suppliedArk, erc?.ark ?? null),
  };
}

/** An ARK among the Dublin Core identifiers is no local id: it names this object, or another one. */
function localIdsOf({ identifier = [] }: DublinCore): readonly string[] {
  try {
    return identifier.filter((value) => !/\bark:/i.test(value)).flatMap(readLocalIds);
  } catch (error) {
    if (!(error instanceof WaybillError)) throw error;
    throw new WaybillError(error.code, `mrt-dc.xml: ${error.message}`, { problems: error.problems });
  }
}

function chooseSupplied(ofForm: string | null, ofErc: string | null): string | null {
  if (ofForm !== null && ofErc !== null && ofForm !== ofErc)
    throw new WaybillError(
      "bad_identifier",
      `The deposit is for ${ofForm}, but its mrt-erc.txt names ${ofErc}. Correct one of the two and deposit it again.`,
    );
  return ofForm ?? ofErc;
}

/** Dublin Core of the deposit: the values of its file, then those of the form that the file does not have. An element nobody gave a value is left out. */
export function mergeDublinCore(ofFile: DublinCore, ofForm: DublinCore): DublinCore {
  return Object.fromEntries(
    DC_ELEMENTS.map((element) => {
      const values = [...(ofFile[element] ?? []), ...(ofForm[element] ?? [])];
      return [element, [...new Set(values)]] as const;
    }).filter(([, values]) => values.length > 0),
  );
}
