"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { type SyntheticEvent, useState } from "react";
import { ROLES, type Role } from "../../core/access/roles.ts";
import { addPerson, peopleQuery } from "../queries/people.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { SelectField, TextField } from "../ui/field.tsx";
import { CollectionChoice } from "./collection-choice.tsx";
import { PASSWORD_LEAST, personRequest, ROLE_WORDS, readRole } from "./person-form.model.ts";

/** The button and dialog that add a person. */
export function NewPerson() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button kind="filled" onClick={() => setOpen(true)}>
        <Plus aria-hidden size={16} />
        New person
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title="New person">
        <PersonForm onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function PersonForm({ onDone }: { onDone: () => void }) {
  const client = useQueryClient();
  const [role, setRole] = useState<Role>("depositor");
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const add = useMutation({
    mutationFn: addPerson,
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: peopleQuery().queryKey });
      onDone();
    },
  });
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    add.mutate(personRequest(new FormData(event.currentTarget), role, chosen));
  };
  return (
    <form onSubmit={submit} className="grid gap-3">
      <Account />
      <SelectField label="Role" value={role} onChange={(event) => setRole(readRole(event.target.value))}>
        {ROLES.map((candidate) => (
          <option key={candidate} value={candidate}>
            {ROLE_WORDS[candidate]}
          </option>
        ))}
      </SelectField>
      {role === "depositor" ? <CollectionChoice chosen={chosen} onChange={setChosen} /> : null}
      {add.isError ? <ErrorNote error={add.error} /> : null}
      <Button kind="filled" type="submit" className="justify-self-end" disabled={add.isPending}>
        Add person
      </Button>
    </form>
  );
}

function Account() {
  return (
    <>
      <TextField label="Name" name="name" required maxLength={200} autoComplete="off" />
      <TextField label="E-mail" name="email" type="email" required maxLength={254} autoComplete="off" />
      <TextField
        label="Password"
        name="password"
        type="password"
        required
        minLength={PASSWORD_LEAST}
        maxLength={128}
        autoComplete="new-password"
        hint={`At least ${PASSWORD_LEAST} characters. Hand it over by a safe way.`}
      />
    </>
  );
}
