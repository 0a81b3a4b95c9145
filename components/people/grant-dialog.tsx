"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { PersonView } from "../../core/contracts/account-views.ts";
import { grantCollections } from "../queries/people.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { CollectionChoice } from "./collection-choice.tsx";

/** Changes which collections a depositor may use. */
export function GrantDialog({ person }: { person: PersonView }) {
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState(person.collections);
  const grant = useMutation({
    mutationFn: () => grantCollections(person.id, chosen),
    onSuccess: async () => {
      await client.invalidateQueries();
      setOpen(false);
    },
  });
  return (
    <>
      <Button
        onClick={() => {
          setChosen(person.collections);
          setOpen(true);
        }}
      >
        Change collections
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={`Collections of ${person.name}`}
        description="What is already deposited stays where it is."
      >
        <div className="grid gap-3">
          <CollectionChoice chosen={chosen} onChange={setChosen} />
          {grant.isError ? <ErrorNote error={grant.error} /> : null}
          <Button
            kind="filled"
            className="justify-self-end"
            disabled={grant.isPending}
            onClick={() => grant.mutate()}
          >
            Save collections
          </Button>
        </div>
      </Dialog>
    </>
  );
}
