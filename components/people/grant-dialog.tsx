"use client";
import { useState } from "react";
import type { PersonView } from "../../core/contracts/account-views.ts";
import { grantCollections } from "../queries/people.ts";
import { useAct } from "../queries/use-act.ts";
import { Button } from "../ui/button.tsx";
import { ButtonDialog } from "../ui/button-dialog.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { CollectionChoice } from "./collection-choice.tsx";

/** Changes which collections a depositor may use. */
export function GrantDialog({ person }: { person: PersonView }) {
  return (
    <ButtonDialog
      button="Change collections"
      title={`Collections of ${person.name}`}
      description="What is already deposited stays where it is."
    >
      {(close) => <Choosing person={person} onDone={close} />}
    </ButtonDialog>
  );
}

function Choosing({ person, onDone }: { person: PersonView; onDone: () => void }) {
  const [chosen, setChosen] = useState(person.collections);
  const grant = useAct(() => grantCollections(person.id, chosen), onDone);
  return (
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
  );
}
