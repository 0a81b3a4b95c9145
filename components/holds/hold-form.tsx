"use client";
import { useMutation } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import { usePreferences } from "../display/preferences.tsx";
import { Button } from "../ui/button.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { TextArea, TextField } from "../ui/field.tsx";
import { untilIso } from "./until.model.ts";

const REASON_LEAST = 3;

/** Why, and, of a hold, when it ends by itself (ISO 8601). */
export type HoldAsk = { readonly reason: string; readonly until?: string | undefined };

type Props = {
  readonly verb: string;
  readonly mayEnd: boolean;
  readonly act: (ask: HoldAsk) => Promise<unknown>;
  readonly onClose: () => void;
};

/** The form behind every hold and release. It stays open, and says why, when the act is refused. */
export function HoldForm({ verb, mayEnd, act, onClose }: Props) {
  const { zone } = usePreferences().preferences;
  const [reason, setReason] = useState("");
  const [until, setUntil] = useState("");
  const change = useMutation({
    mutationFn: () => act({ reason: reason.trim(), until: untilIso(until, zone) }),
    onSuccess: onClose,
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <form onSubmit={submit} className="grid gap-3">
      <TextArea
        label="Reason"
        hint="Shown to everybody it concerns, and kept with your name in the audit."
        required
        minLength={REASON_LEAST}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      {mayEnd ? (
        <TextField
          label="Until"
          type="datetime-local"
          hint={`May be left out: then it takes a person to release it.${zone === "utc" ? " In UTC." : ""}`}
          value={until}
          onChange={(event) => setUntil(event.target.value)}
        />
      ) : null}
      {change.isError ? <ErrorNote error={change.error} /> : null}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          kind="filled"
          type="submit"
          disabled={change.isPending || reason.trim().length < REASON_LEAST}
        >
          {verb}
        </Button>
      </div>
    </form>
  );
}
