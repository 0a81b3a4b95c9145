"use client";
import { useState } from "react";
import type { PersonView } from "../../core/contracts/account-views.ts";
import { setRole } from "../queries/people.ts";
import { useAct } from "../queries/use-act.ts";
import { Button } from "../ui/button.tsx";
import { ButtonDialog } from "../ui/button-dialog.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { readRole } from "./person-form.model.ts";
import { RoleField } from "./role-field.tsx";

/** Gives a person another role. */
export function RoleDialog({ person }: { person: PersonView }) {
  return (
    <ButtonDialog
      button="Change role"
      title={`Role of ${person.name}`}
      description="Takes effect with their next request, API tokens included."
    >
      {(close) => <Choosing person={person} onDone={close} />}
    </ButtonDialog>
  );
}

function Choosing({ person, onDone }: { person: PersonView; onDone: () => void }) {
  const [role, setChosen] = useState(readRole(person.role));
  const change = useAct(() => setRole(person.id, role), onDone);
  return (
    <div className="grid gap-3">
      <RoleField role={role} onChange={setChosen} />
      {change.isError ? <ErrorNote error={change.error} /> : null}
      <Button
        kind="filled"
        className="justify-self-end"
        disabled={change.isPending || role === person.role}
        onClick={() => change.mutate()}
      >
        Save role
      </Button>
    </div>
  );
}
