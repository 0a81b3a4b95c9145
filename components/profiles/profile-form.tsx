"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { SyntheticEvent } from "react";
import type { ProfileView } from "../../core/contracts/profile-views.ts";
import { counted } from "../display/amount.model.ts";
import { changeProfile, profileQuery } from "../queries/profiles.ts";
import { DifferenceList } from "../ui/difference-list.tsx";
import { TextField } from "../ui/field.tsx";
import { Panel } from "../ui/panel.tsx";
import { ReasonedSave } from "../ui/reasoned-save.tsx";
import { useForm } from "../ui/use-form.ts";
import { differencesOf, draftOf, readDraft } from "./profile-fields.model.ts";
import { ProfileFields } from "./profile-fields.tsx";

type Props = {
  readonly profile: ProfileView;
  /** There is a newer version by now. */
  readonly isStale: boolean;
  readonly onDone: (changed: ProfileView, said: string) => void;
};

/** A profile's settings, what a change of them would change, and the reason for it. */
export function ProfileForm({ profile, isStale, onDone }: Props) {
  const { draft, set, onBlur, shown } = useForm({
    fields: draftOf(profile.settings),
    name: profile.name,
    reason: "",
  });
  const reading = readDraft(draft.fields);
  const differences = reading.settings ? differencesOf(profile.settings, reading.settings) : [];
  const isRenamed = draft.name.trim() !== profile.name && draft.name.trim() !== "";
  const count = differences.length + (isRenamed ? 1 : 0);
  const save = useSave(profile, onDone);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!reading.settings) return;
    const { version } = profile;
    const name = isRenamed ? { name: draft.name.trim() } : {};
    save.mutate({ version, ...name, settings: reading.settings, reason: draft.reason.trim() });
  };
  return (
    <form onSubmit={submit} onBlur={onBlur} noValidate className="grid max-w-4xl gap-7">
      <TextField
        label="Name of the collection"
        maxLength={200}
        value={draft.name}
        onChange={(event) => set({ name: event.target.value })}
      />
      <ProfileFields
        draft={draft.fields}
        onChange={(name, text) => set({ fields: { ...draft.fields, [name]: text } })}
        errorOf={(name) => shown(name, reading.faults[name])}
      />
      <Panel title="Change">
        {reading.settings ? null : <p className="text-muted">A field still needs correcting.</p>}
        {reading.settings && count === 0 ? <p className="text-muted">Nothing changed yet.</p> : null}
        <DifferenceList differences={differences} />
        {count > 0 ? (
          <ReasonedSave
            reason={draft.reason}
            onReason={(reason) => set({ reason })}
            error={save.error}
            isReady={!save.isPending && !isStale}
          >
            Change {counted(count, "setting")}
          </ReasonedSave>
        ) : null}
      </Panel>
    </form>
  );
}

function useSave({ slug }: ProfileView, onDone: Props["onDone"]) {
  const client = useQueryClient();
  const { queryKey } = profileQuery(slug);
  return useMutation({
    mutationFn: (change: Parameters<typeof changeProfile>[1]) => changeProfile(slug, change),
    onSuccess: (changed) => {
      client.setQueryData(queryKey, changed);
      onDone(changed, `Version ${changed.version} of the profile is in force for new deposits.`);
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}
