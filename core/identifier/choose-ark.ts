/** A local id that already belongs to an object, as the collection sees it. */
export type LocalIdMapping = { readonly localId: string; readonly ark: string };

/**
 * What is known when an object's ARK is chosen; all ARKs are canonical. `minted`: the ARK an earlier try of the same
 * job minted, if it can still start a new object.
 */
export type ArkEvidence = {
  readonly supplied?: string | undefined;
  readonly minted?: string | undefined;
  readonly mappedByLocalId: readonly LocalIdMapping[];
};

/**
 * `existing`: the object the local id belongs to. `conflict`: fail the job with `local_id_conflict` and the message.
 */
export type ArkChoice =
  | { readonly kind: "supplied"; readonly ark: string }
  | { readonly kind: "existing"; readonly ark: string; readonly localId: string }
  | { readonly kind: "minted"; readonly ark: string }
  | { readonly kind: "mint" }
  | { readonly kind: "conflict"; readonly message: string };

/**
 * Chooses an object's ARK: the supplied one, the one its local ids belong to, the one an earlier try minted, or a new
 * one. A repeat after a crash chooses the same kind, even if the first try has already recorded its own mapping, so the
 * files written from the choice stay the same, byte for byte. Source: docs/reference/manifest.md, "Identifiers".
 */
export function chooseArk({ supplied, minted, mappedByLocalId }: ArkEvidence): ArkChoice {
  const [first, ...others] = mappedByLocalId;
  const different = others.find(({ ark }) => ark !== first?.ark);
  if (first !== undefined && different !== undefined) {
    return conflict(
      `The local id ${first.localId} belongs to ${first.ark}, but ${different.localId} to ${different.ark}.`,
    );
  }
  if (supplied !== undefined) {
    if (first === undefined || first.ark === supplied) return { kind: "supplied", ark: supplied };
    return conflict(
      `The local id ${first.localId} belongs to ${first.ark}, not to the supplied ${supplied}.`,
    );
  }
  if (first !== undefined && first.ark !== minted)
    return { kind: "existing", ark: first.ark, localId: first.localId };
  return minted === undefined ? { kind: "mint" } : { kind: "minted", ark: minted };
}

function conflict(sentence: string): ArkChoice {
  return {
    kind: "conflict",
    message: `${sentence} Correct the local ids or the identifier and deposit again.`,
  };
}
