"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import type { SyntheticEvent } from "react";
import type { LaneChoices } from "../../core/contracts/lane-views.ts";
import { laneQuery, makeLane } from "../queries/lanes.ts";
import { Button } from "../ui/button.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { Panel } from "../ui/panel.tsx";
import { useForm } from "../ui/use-form.ts";
import { laneAddress } from "./lane-address.ts";
import { OrderFields } from "./order-fields.tsx";
import { PlaceFields } from "./place-fields.tsx";
import { EMPTY, faultsOf, requestOf, whyNotYet } from "./set-up.model.ts";
import { SettingFields } from "./setting-fields.tsx";
import { TimesNote } from "./times-note.tsx";

/** Creates a lane, then opens its page. */
export function NewLanePage({ choices }: { choices: LaneChoices }) {
  const { draft, set, onBlur, shown } = useForm(EMPTY);
  const client = useQueryClient();
  const router = useRouter();
  const faults = faultsOf(draft);
  const errorOf = (name: string) => shown(name, faults.wrong[name]);
  const make = useMutation({
    mutationFn: () => makeLane(requestOf(draft)),
    onSuccess: async (lane) => {
      client.setQueryData(laneQuery(lane.serviceId).queryKey, lane);
      await client.invalidateQueries({ queryKey: ["lanes"] });
      router.push(laneAddress(lane.serviceId));
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    make.mutate();
  };
  return (
    <>
      <PageHead title="New lane" />
      <form onSubmit={submit} onBlur={onBlur} noValidate className="grid max-w-4xl gap-7">
        <Panel title="Place">
          <PlaceFields draft={draft} set={set} errorOf={errorOf} choices={choices} />
        </Panel>
        <Panel title="Order">
          <OrderFields backend={draft.backend} setUp={draft} onChange={set} widthError={errorOf("width")} />
        </Panel>
        <Panel title="Times and limits">
          <TimesNote timeScale={choices.timeScale} />
          <SettingFields
            backend={draft.backend}
            values={draft.values}
            onChange={(values) => set({ values })}
            errorOf={errorOf}
          />
        </Panel>
        {make.isError ? <ErrorNote error={make.error} /> : null}
        <Ending why={whyNotYet(faults)} isBusy={make.isPending}>
          {draft.serviceId === "" ? "Create lane" : `Create lane ${draft.serviceId}`}
        </Ending>
      </form>
    </>
  );
}

type EndingProps = {
  /** Why the lane cannot be made yet; "": it can. */
  readonly why: string;
  readonly isBusy: boolean;
  readonly children: string;
};

/** The form's buttons, and why they cannot be used yet. */
function Ending({ why, isBusy, children }: EndingProps) {
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2 border-line border-t pt-4">
      <p role="status" className="text-muted">
        {why}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button asChild>
          <Link href="/lanes">Cancel</Link>
        </Button>
        <Button kind="filled" type="submit" disabled={why !== "" || isBusy} className="max-w-full">
          <span className="truncate">{children}</span>
        </Button>
      </div>
    </div>
  );
}
