"use client";
import { useMutation } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import { forgetPassword } from "../queries/account.ts";
import { Button } from "../ui/button.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { TextField } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";

/** Asks for a link to choose a new password. What it says afterwards is the same for every e-mail. */
export function ForgottenForm({ goodFor }: { goodFor: string }) {
  const [email, setEmail] = useState("");
  const ask = useMutation({ mutationFn: () => forgetPassword(email.trim()) });
  if (ask.isSuccess) {
    return (
      <Notice kind="good" role="status" title={`If ${email.trim()} has an account, a mail is on its way.`}>
        <p>
          It has a link to choose a new password, good for {goodFor}. Nothing arrived? Check your junk folder
          and the address, or ask an admin for a link.
        </p>
      </Notice>
    );
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    ask.mutate();
  };
  return (
    <form onSubmit={submit} className="grid gap-3">
      <p className="text-muted">You will get a link by mail to choose a new one.</p>
      {ask.isError ? <ErrorNote error={ask.error} /> : null}
      <TextField
        label="E-mail"
        type="email"
        required
        maxLength={254}
        autoComplete="username"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <Button kind="filled" type="submit" disabled={ask.isPending} className="mt-1">
        {ask.isPending ? "Sending" : "Send me a link"}
      </Button>
    </form>
  );
}
