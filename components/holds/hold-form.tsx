"use client";
import { useState } from "react";
import { usePreferences } from "../display/preferences.tsx";
import { TextField } from "../ui/field.tsx";
import { ReasonForm } from "../ui/reason-form.tsx";
import { untilIso } from "./until.model.ts";

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
  const [until, setUntil] = useState("");
  return (
    <ReasonForm
      verb={verb}
      hint="Shown to everybody it concerns, and kept with your name in the audit."
      after={
        mayEnd ? (
          <TextField
            label="Until"
            type="datetime-local"
            hint={`May be left out: then it takes a person to release it.${zone === "utc" ? " In UTC." : ""}`}
            value={until}
            onChange={(event) => setUntil(event.target.value)}
          />
        ) : null
      }
      act={(reason) => act({ reason, until: untilIso(until, zone) })}
      onCancel={onClose}
      onDone={onClose}
    />
  );
}
