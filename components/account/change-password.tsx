"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import type { PasswordChanged } from "../../core/contracts/account-views.ts";
import { useViewer } from "../frame/viewer.tsx";
import { changePassword } from "../queries/account.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { CheckField, TextField } from "../ui/field.tsx";
import { NewPasswordField } from "./password-fields.tsx";

/** The button and dialog that change the own password. */
export function ChangePassword({ onChanged }: { onChanged: (changed: PasswordChanged) => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Change password</Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Change password"
        description="Ends all your other sessions. You stay signed in here."
      >
        <PasswordForm
          onChanged={(changed) => {
            setOpen(false);
            onChanged(changed);
          }}
        />
      </Dialog>
    </>
  );
}

function PasswordForm({ onChanged }: { onChanged: (changed: PasswordChanged) => void }) {
  const client = useQueryClient();
  const mayHaveTokens = useViewer().may["manage-own-tokens"];
  const [currentPassword, setCurrent] = useState("");
  const [newPassword, setNew] = useState("");
  const [revokeTokens, setRevoke] = useState(false);
  const change = useMutation({
    mutationFn: () => changePassword({ currentPassword, newPassword, revokeTokens }),
    onSuccess: async (changed) => {
      await client.invalidateQueries();
      onChanged(changed);
    },
  });
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
