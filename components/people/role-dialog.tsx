"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { PersonView } from "../../core/contracts/account-views.ts";
import { setRole } from "../queries/people.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { readRole } from "./person-form.model.ts";
import { RoleField } from "./role-field.tsx";

/** Gives a person another role. */
export function RoleDialog({ person }: { person: PersonView }) {
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const [role, setChosen] = useState(readRole(person.role));
  const change = useMutation({
    mutationFn: () => setRole(person.id, role),
    onSuccess: async () => {
      await client.invalidateQueries();
      setOpen(false);
    },
  });
  return (
    <>
      <Button
        onClick={() => {
          setChosen(readRole(person.role));
          setOpen(true);
        }}
      >
        Change role
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={`Role of ${person.name}`}
        description="Takes effect with their next request, API tokens included."
      >
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
      </Dialog>
    </>
  );
}
