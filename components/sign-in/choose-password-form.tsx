"use client";
import { useMutation } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import type { LinkView } from "../../core/contracts/account-views.ts";
import { NewPasswordField } from "../account/password-fields.tsx";
import { counted } from "../display/amount.model.ts";
import { ExactTime, Time } from "../display/time.tsx";
import { redeemLink } from "../queries/account.ts";
import { signIn } from "../queries/session.ts";
import { Button } from "../ui/button.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { CheckField, TextField } from "../ui/field.tsx";

/** Chooses a password by a one-time link, and signs in with it; where that does not work, by hand on the sign-in page. */
export function ChoosePasswordForm({ secret, link }: { secret: string; link: LinkView }) {
  const [password, setPassword] = useState("");
  const [revokeTokens, setRevoke] = useState(false);
  const choose = useMutation({
    mutationFn: async () => {
      const { email } = await redeemLink({ secret, password, revokeTokens });
      const answer = await signIn(email, password);
      window.location.assign(answer.ok ? "/" : "/sign-in");
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    choose.mutate();
  };
  return (
    <form onSubmit={submit} className="grid gap-3">
      <p className="text-muted">
        For <span dir="auto">{link.name}</span>. The link works once and ends <Time at={link.expiresAt} />, on{" "}
        <ExactTime at={link.expiresAt} />.
      </p>
      <TextField label="E-mail" type="email" value={link.email} readOnly autoComplete="username" />
      <NewPasswordField
        label={link.kind === "invitation" ? "Password" : "New password"}
        value={password}
        onChange={setPassword}
      />
      {link.tokens > 0 ? (
        <CheckField checked={revokeTokens} onChange={setRevoke}>
          {`Revoke my ${counted(link.tokens, "API token", "API tokens")} too`}
        </CheckField>
      ) : null}
      {link.kind === "reset" ? <p className="text-muted">All your sessions end.</p> : null}
      {choose.isError ? <ErrorNote error={choose.error} /> : null}
      <Button kind="filled" type="submit" disabled={choose.isPending || choose.isSuccess} className="mt-1">
        {link.kind === "invitation" ? "Accept invitation" : "Save password"}
      </Button>
    </form>
  );
}
