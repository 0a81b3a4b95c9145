"use client";
import { useQuery } from "@tanstack/react-query";
import { collectionsQuery } from "../queries/collections.ts";
import { CheckField } from "../ui/field.tsx";

type Props = { readonly chosen: readonly string[]; readonly onChange: (chosen: readonly string[]) => void };

/** The collections a depositor may use. */
export function CollectionChoice({ chosen, onChange }: Props) {
  const collections = useQuery(collectionsQuery()).data ?? [];
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-medium">Collections to deposit to</legend>
      {collections.length === 0 ? <p className="text-muted">There are no collections yet.</p> : null}
      {collections.map((collection) => (
        <CheckField
          key={collection.slug}
          checked={chosen.includes(collection.slug)}
          onChange={(checked) =>
            onChange(
              checked ? [...chosen, collection.slug] : chosen.filter((slug) => slug !== collection.slug),
            )
          }
        >
          {collection.name}
        </CheckField>
      ))}
    </fieldset>
  );
}
