"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import type { SyntheticEvent } from "react";
import { ProfileSettings } from "../../core/contracts/profile.ts";
import { CollectionRequest } from "../../core/contracts/profile-requests.ts";
import { type LaneOrdering, OWN_LANE } from "../../core/lane/orderings.ts";
import { collectionsQuery } from "../queries/collections.ts";
import { makeCollection } from "../queries/profiles.ts";
import { Button } from "../ui/button.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { SelectField, TextField } from "../ui/field.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { Panel } from "../ui/panel.tsx";
import { isReason, ReasonField } from "../ui/reason-field.tsx";
import { useForm } from "../ui/use-form.ts";
import { collectionAddress } from "./collection-address.ts";
import { draftOf, readDraft } from "./profile-fields.model.ts";
import { ProfileFields } from "./profile-fields.tsx";

const EMPTY = {
  slug: "",
  name: "",
  lane: "",
  ordering: "unordered" as LaneOrdering,
  reason: "",
  fields: draftOf(ProfileSettings.parse({})),
};
/** What each order costs whoever deposits. */
const ORDER_HINTS: Readonly<Record<LaneOrdering, string>> = {
  unordered:
    "A small deposit does not wait behind a large one. Versions of one object stay in order, unless a deposit is held.",
  serial:
    "Each deposit waits until the one before it has ended, however large it is, and a held one keeps all behind it waiting.",
};
const SLUG_FAULT = "Lower-case letters, digits and hyphens.";

/** Creates a collection with its settings, then opens its page. */
export function NewCollectionPage() {
  const { draft, set, onBlur, shown } = useForm(EMPTY);
  const client = useQueryClient();
  const router = useRouter();
  const reading = readDraft(draft.fields);
  const isSlug = CollectionRequest.shape.slug.safeParse(draft.slug).success;
  const make = useMutation({
    mutationFn: makeCollection,
    onSuccess: async ({ slug }) => {
      await client.invalidateQueries({ queryKey: collectionsQuery().queryKey });
      router.push(collectionAddress(slug));
    },
  });
  const isReady = reading.settings && isSlug && draft.name.trim() !== "" && isReason(draft.reason);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!reading.settings) return;
    const lane = draft.lane.trim();
    const place = {
      slug: draft.slug,
      name: draft.name.trim(),
      ordering: draft.ordering,
      ...(lane !== "" && { lane }),
    };
    make.mutate({ ...place, settings: reading.settings, reason: draft.reason.trim() });
  };
  return (
    <>
      <PageHead title="New collection" />
      <form onSubmit={submit} onBlur={onBlur} noValidate className="grid max-w-4xl gap-7">
        <Panel title="Place">
          <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            <TextField
              name="name"
              label="Name"
              required
              maxLength={200}
              value={draft.name}
              onChange={(event) => set({ name: event.target.value })}
            />
            <TextField
              name="slug"
              label="Slug"
              hint="Names it in addresses and deposits; it cannot be changed later."
              required
              maxLength={63}
              autoComplete="off"
              error={shown("slug", isSlug ? undefined : SLUG_FAULT)}
              value={draft.slug}
              onChange={(event) => set({ slug: event.target.value })}
            />
            <TextField
              name="lane"
              label="Lane"
              hint="An existing lane of the repository. Empty: a lane of its own."
              maxLength={63}
              autoComplete="off"
              value={draft.lane}
              onChange={(event) => set({ lane: event.target.value })}
            />
            {draft.lane.trim() === "" ? (
              <SelectField
                label="Order of deposits"
                value={draft.ordering}
                hint={ORDER_HINTS[draft.ordering]}
                onChange={(event) =>
                  set({ ordering: event.target.value === "serial" ? "serial" : "unordered" })
                }
              >
                <option value="unordered">Up to {OWN_LANE.unordered.width} at a time</option>
                <option value="serial">One after the other</option>
              </SelectField>
            ) : null}
          </div>
        </Panel>
        <ProfileFields
          draft={draft.fields}
          onChange={(name, text) => set({ fields: { ...draft.fields, [name]: text } })}
          errorOf={(name) => shown(name, reading.faults[name])}
        />
        <ReasonField value={draft.reason} onChange={(reason) => set({ reason })} />
        {make.isError ? <ErrorNote error={make.error} /> : null}
        <div className="flex flex-wrap justify-end gap-2 border-line border-t pt-4">
          <Button asChild>
            <Link href="/collections">Cancel</Link>
          </Button>
          <Button kind="filled" type="submit" disabled={!isReady || make.isPending}>
            Create collection
          </Button>
        </div>
      </form>
    </>
  );
}
