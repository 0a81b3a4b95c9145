"use client";
import { type SyntheticEvent, useState } from "react";
import type { PasswordChanged } from "../../core/contracts/account-views.ts";
import { useViewer } from "../frame/viewer.tsx";
import { changePassword } from "../queries/account.ts";
import { useAct } from "../queries/use-act.ts";
import { Button } from "../ui/button.tsx";
import { ButtonDialog } from "../ui/button-dialog.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { CheckField, TextField } from "../ui/field.tsx";
import { NewPasswordField } from "./password-fields.tsx";

/** The button and dialog for changing one's password. */
export function ChangePassword({ onChanged }: { onChanged: (changed: PasswordChanged) => void }) {
  return (
    <ButtonDialog
      button="Change password"
      title="Change password"
      description="Ends all your other sessions. You stay signed in here."
    >
      {(close) => (
        <PasswordForm
          onChanged={(changed) => {
            close();
            onChanged(changed);
          }}
        />
      )}
    </ButtonDialog>
  );
}

function PasswordForm({ onChanged }: { onChanged: (changed: PasswordChanged) => void }) {
  const mayHaveTokens = useViewer().may["manage-own-tokens"];
  const [currentPassword, setCurrent] = useState("");
  const [newPassword, setNew] = useState("");
  const [revokeTokens, setRevoke] = useState(false);
  const change = useAct(() => changePassword({ currentPassword, newPassword, revokeTokens }), onChanged);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <form onSubmit={submit} className="grid gap-3">
      <TextField
        label="Current password"
        type="password"
        required
        maxLength={128}
        autoComplete="current-password"
        value={currentPassword}
        onChange={(event) => setCurrent(event.target.value)}
      />
      <NewPasswordField label="New password" value={newPassword} onChange={setNew} />
      {mayHaveTokens ? (
        <CheckField checked={revokeTokens} onChange={setRevoke}>
          Revoke my API tokens too
        </CheckField>
      ) : null}
      {change.isError ? <ErrorNote error={change.error} /> : null}
      <Button kind="filled" type="submit" className="justify-self-end" disabled={change.isPending}>
        Change password
      </Button>
    </form>
  );
}
