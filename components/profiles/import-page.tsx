"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import type { ProfileImported } from "../../core/contracts/profile-views.ts";
import { collectionsQuery } from "../queries/collections.ts";
import { importProfile } from "../queries/profiles.ts";
import { Button } from "../ui/button.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { TextArea } from "../ui/field.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { isReason, ReasonField } from "../ui/reason-field.tsx";
import { ImportFindings } from "./import-findings.tsx";

/** Reads one of Merritt's profile files, tells what it comes to, and imports it when nothing is wrong with it. */
export function ImportPage() {
  const client = useQueryClient();
  const [text, setText] = useState("");
  const [reason, setReason] = useState("");
  const [found, setFound] = useState<ProfileImported>();
  const look = useMutation({ mutationFn: importProfile, onSuccess: setFound });
  const take = useMutation({
    mutationFn: importProfile,
    onSuccess: async (done) => {
      setFound(done);
      await client.invalidateQueries({ queryKey: collectionsQuery().queryKey });
    },
  });
  const change = (next: string) => {
    setText(next);
    setFound(undefined);
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    look.mutate({ text, dryRun: true });
  };
  const mayImport = found && !found.done && found.problems.length === 0 && found.outcome !== "same";
  const error = look.error ?? take.error;
  return (
    <>
      <PageHead title="Import a Merritt profile" />
      <form onSubmit={submit} className="grid max-w-4xl gap-4">
        <FilePicker onText={change} />
        <TextArea
          label="Profile"
          hint="The text of a profile file, such as merritt_demo_content."
          rows={12}
          required
          spellCheck={false}
          maxLength={100_000}
          className="font-mono text-sm"
          value={text}
          onChange={(event) => change(event.target.value)}
        />
        <Button type="submit" className="justify-self-end" disabled={text.trim() === "" || look.isPending}>
          Check the profile
        </Button>
      </form>
      <div className="mt-6 grid max-w-4xl gap-4">
        {error ? <ErrorNote error={error} /> : null}
        {found ? <ImportFindings found={found} /> : null}
        {mayImport ? (
          <>
            <ReasonField value={reason} onChange={setReason} />
            <Button
              kind="filled"
              className="justify-self-end"
              disabled={take.isPending || !isReason(reason)}
              onClick={() => take.mutate({ text, dryRun: false, reason: reason.trim() })}
            >
              {found.outcome === "create" ? "Create collection" : "Change its profile"}
            </Button>
          </>
        ) : null}
      </div>
    </>
  );
}

function FilePicker({ onText }: { onText: (text: string) => void }) {
  return (
    <label className="grid gap-1 justify-self-start font-medium">
      Profile file
      <input
        type="file"
        className="font-normal text-sm"
        onChange={async (event) => {
          const [file] = event.target.files ?? [];
          if (file) onText(await file.text());
        }}
      />
    </label>
  );
}
