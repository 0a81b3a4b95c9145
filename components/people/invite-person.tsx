"use client";
import { Plus } from "lucide-react";
import { type SyntheticEvent, useState } from "react";
import type { Role } from "../../core/access/roles.ts";
import type { InvitedView } from "../../core/contracts/account-views.ts";
import { invitePerson } from "../queries/people.ts";
import { useAct } from "../queries/use-act.ts";
import { Button } from "../ui/button.tsx";
import { ButtonDialog } from "../ui/button-dialog.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { TextField } from "../ui/field.tsx";
import { CollectionChoice } from "./collection-choice.tsx";
import { inviteRequest } from "./person-form.model.ts";
import { RoleField } from "./role-field.tsx";

/** The button and dialog that invite a person. */
export function InvitePerson({ onInvited }: { onInvited: (invited: InvitedView) => void }) {
  return (
    <ButtonDialog
      button={
        <>
          <Plus aria-hidden size={16} />
          Invite person
        </>
      }
      kind="filled"
      title="Invite person"
      description="They get a link to choose their own password."
    >
      {(close) => (
        <InviteForm
          onInvited={(invited) => {
            close();
            onInvited(invited);
          }}
        />
      )}
    </ButtonDialog>
  );
}

function InviteForm({ onInvited }: { onInvited: (invited: InvitedView) => void }) {
  const [role, setRole] = useState<Role>("depositor");
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const invite = useAct(invitePerson, onInvited);
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    invite.mutate(inviteRequest(new FormData(event.currentTarget), role, chosen));
  };
  return (
    <form onSubmit={submit} className="grid gap-3">
      <TextField label="Name" name="name" required maxLength={200} autoComplete="off" />
      <TextField label="E-mail" name="email" type="email" required maxLength={254} autoComplete="off" />
      <RoleField role={role} onChange={setRole} />
      {role === "depositor" ? <CollectionChoice chosen={chosen} onChange={setChosen} /> : null}
      {invite.isError ? <ErrorNote error={invite.error} /> : null}
      <Button kind="filled" type="submit" className="justify-self-end" disabled={invite.isPending}>
        Invite person
      </Button>
    </form>
  );
}
