"use client";
import { type SyntheticEvent, useRef, useState } from "react";
import { reportFileOf } from "../../core/access/return-to.ts";
import { signIn } from "../queries/session.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { TextLink } from "../ui/row-link.tsx";
import { refusal } from "./sign-in.model.ts";

/** Signs a person in, then goes where they wanted to be. */
export function SignInForm({ returnTo }: { returnTo: string }) {
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const [isSignedIn, setSignedIn] = useState(false);
  const fileOf = reportFileOf(returnTo);
  const password = useRef<HTMLInputElement>(null);

  const submit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    setProblem("");
    const answer = await signIn(String(form.get("email") ?? ""), String(form.get("password") ?? ""));
    if (answer.ok) {
      // a file is saved, and this page stays
      setSignedIn(fileOf !== null);
      window.location.assign(returnTo);
      return;
    }
    setBusy(false);
    setProblem(refusal(answer.status, answer.code));
    password.current?.select();
  };

  if (isSignedIn && fileOf !== null) return <FileComes batchId={fileOf} />;
  return (
    <form onSubmit={(event) => void submit(event)} className="grid gap-3">
      {problem ? <Notice kind="error" role="alert" title={problem} /> : null}
      <TextField label="E-mail" name="email" type="email" required autoComplete="username" maxLength={254} />
      <TextField
        ref={password}
        label="Password"
        name="password"
        type="password"
        required
        autoComplete="current-password"
        maxLength={128}
      />
      <Button kind="filled" type="submit" disabled={busy} className="mt-1">
        {busy ? "Signing in" : "Sign in"}
      </Button>
      <noscript>
        <p className="text-muted">Signing in needs JavaScript. Reading the pages afterwards does not.</p>
      </noscript>
    </form>
  );
}

/** After a sign-in on the way to a file of a report. */
function FileComes({ batchId }: { batchId: string }) {
  return (
    <Notice kind="good" role="status" title="You are signed in, and the file is being downloaded.">
      <p>
        <TextLink href={`/batches/${batchId}`}>Open its deposit</TextLink>
      </p>
    </Notice>
  );
}
