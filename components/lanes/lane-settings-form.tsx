"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { SyntheticEvent } from "react";
import type { LaneChange } from "../../core/contracts/lane-requests.ts";
import type { LaneChoices, LaneView } from "../../core/contracts/lane-views.ts";
import { counted } from "../display/amount.model.ts";
import { changeLane, laneQuery } from "../queries/lanes.ts";
import { type Difference, DifferenceList } from "../ui/difference-list.tsx";
import { Panel } from "../ui/panel.tsx";
import { ReasonedSave } from "../ui/reasoned-save.tsx";
import { useForm } from "../ui/use-form.ts";
import { changeOf } from "./lane-change.model.ts";
import { OrderFields } from "./order-fields.tsx";
import { faultsOfSetUp, setUpOf } from "./set-up.model.ts";
import { SettingFields } from "./setting-fields.tsx";
import { TimesNote } from "./times-note.tsx";

type Props = {
  readonly lane: LaneView;
  readonly choices: LaneChoices;
  /** The lane is set up otherwise by now. */
  readonly isStale: boolean;
  /** Told the lane as it is then, and what was done. */
  readonly onDone: (lane: LaneView, said: string) => void;
};

/** A lane's order and settings, what a change of them would change, and the reason for it. */
export function LaneSettingsForm({ lane, choices, isStale, onDone }: Props) {
  const { draft, set, onBlur, shown } = useForm({ ...setUpOf(lane), reason: "" });
  const wrong = faultsOfSetUp(draft, lane.backend);
  const errorOf = (name: string) => shown(name, wrong[name]);
  const { differences, change } = Object.keys(wrong).length > 0 ? UNFIT : changeOf(lane, draft);
  const many = counted(differences.length, "setting");
  const save = useSave(lane, (changed) =>
    onDone(changed, `${many} of the lane ${differences.length === 1 ? "is" : "are"} changed.`),
  );
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    save.mutate({ revision: lane.revision, reason: draft.reason.trim(), ...change });
  };
  return (
    <form onSubmit={submit} onBlur={onBlur} noValidate className="grid max-w-4xl gap-7">
      <Panel title="Order">
        <OrderFields backend={lane.backend} setUp={draft} onChange={set} widthError={errorOf("width")} />
      </Panel>
      <Panel title="Times and limits">
        <TimesNote timeScale={choices.timeScale} />
        <SettingFields
          backend={lane.backend}
          values={draft.values}
          onChange={(values) => set({ values })}
          errorOf={errorOf}
        />
      </Panel>
      <Panel title="Change">
        <Differences differences={differences} isFit={Object.keys(wrong).length === 0} />
        {differences.length > 0 ? (
          <ReasonedSave
            reason={draft.reason}
            onReason={(reason) => set({ reason })}
            error={save.error}
            isReady={!save.isPending && !isStale}
          >
            Change {many}
          </ReasonedSave>
        ) : null}
      </Panel>
    </form>
  );
}

/** Nothing can be changed while a field does not fit. */
const UNFIT: ReturnType<typeof changeOf> = { differences: [], change: { settings: {} } };

function useSave({ serviceId }: LaneView, onDone: (changed: LaneView) => void) {
  const client = useQueryClient();
  const { queryKey } = laneQuery(serviceId);
  return useMutation({
    mutationFn: (change: LaneChange) => changeLane(serviceId, change),
    onSuccess: (changed) => {
      client.setQueryData(queryKey, changed);
      onDone(changed);
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}

function Differences({ differences, isFit }: { differences: readonly Difference[]; isFit: boolean }) {
  if (!isFit) return <p className="text-muted">A field still needs correcting.</p>;
  if (differences.length === 0) return <p className="text-muted">Nothing changed yet.</p>;
  return <DifferenceList differences={differences} />;
}
