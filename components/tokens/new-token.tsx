"use client";
import { Plus } from "lucide-react";
import { type SyntheticEvent, useState } from "react";
import type { Scope } from "../../core/access/scopes.ts";
import { scopesOf } from "../../core/access/useful-scopes.ts";
import { useViewer } from "../frame/viewer.tsx";
import { type CreatedToken, createToken } from "../queries/tokens.ts";
import { useAct } from "../queries/use-act.ts";
import { Button } from "../ui/button.tsx";
import { ButtonDialog } from "../ui/button-dialog.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { SelectField, TextField } from "../ui/field.tsx";
import { ScopeChoice } from "./scope-choice.tsx";

const LIFETIMES = [
  { days: 30, words: "30 days" },
  { days: 90, words: "90 days" },
  { days: 365, words: "1 year" },
  { days: 730, words: "2 years" },
] as const;

type Props = {
  readonly kind?: "filled" | "outline";
  readonly onCreated: (created: CreatedToken) => void;
};

/** The button and dialog that make a token. */
export function NewToken({ kind = "filled", onCreated }: Props) {
  return (
    <ButtonDialog
      button={
        <>
          <Plus aria-hidden size={16} />
          New token
        </>
      }
      kind={kind}
      title="New API token"
    >
      {(close) => (
        <TokenForm
          onCreated={(created) => {
            close();
            onCreated(created);
          }}
        />
      )}
    </ButtonDialog>
  );
}

function TokenForm({ onCreated }: { onCreated: (created: CreatedToken) => void }) {
  const [name, setName] = useState("");
  const offered = scopesOf(useViewer().role);
  const [scopes, setScopes] = useState<readonly Scope[]>(["read"]);
  const [days, setDays] = useState("365");
  const create = useAct(
    () => createToken({ name: name.trim(), scopes: [...scopes], expiresInDays: Number(days) }),
    onCreated,
  );
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <form onSubmit={submit} className="grid gap-3">
      <TextField
        label="Name"
        hint="What it is for, so that you know later which one to revoke."
        required
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <ScopeChoice offered={offered} chosen={scopes} onChange={setScopes} />
      <SelectField label="Expires after" value={days} onChange={(event) => setDays(event.target.value)}>
        {LIFETIMES.map((lifetime) => (
          <option key={lifetime.days} value={String(lifetime.days)}>
            {lifetime.words}
          </option>
        ))}
      </SelectField>
      {create.isError ? <ErrorNote error={create.error} /> : null}
      <Button
        kind="filled"
        type="submit"
        className="justify-self-end"
        disabled={create.isPending || name.trim() === "" || scopes.length === 0}
      >
        Create token
      </Button>
    </form>
  );
}
