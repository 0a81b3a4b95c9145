"use client";
import type { CollectionView } from "../../core/contracts/views.ts";
import { SelectField } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";

type Props = {
  readonly collections: readonly CollectionView[];
  readonly chosen: CollectionView | undefined;
  readonly onChange: (slug: string) => void;
};

/** Where the deposit goes, and whether that is held. */
export function CollectionStep({ collections, chosen, onChange }: Props) {
  return (
    <div className="grid max-w-xl gap-2">
      <SelectField
        label="Collection"
        value={chosen?.slug ?? ""}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="">Choose a collection</option>
        {collections.map((collection) => (
          <option key={collection.slug} value={collection.slug}>
            {collection.name}
          </option>
        ))}
      </SelectField>
      {chosen?.held ? (
        <Notice kind="warning" title={`${chosen.name} is held by ${chosen.held.by}: ${chosen.held.reason}`}>
          <p>A deposit is accepted and keeps its place, but waits until the hold is released.</p>
        </Notice>
      ) : null}
    </div>
  );
}
