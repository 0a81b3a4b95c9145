"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import type { CollectionView } from "../../core/contracts/views.ts";
import { collectionsQuery, holdCollection, liftHold } from "../queries/collections.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { TextArea } from "../ui/field.tsx";

const REASON_LEAST = 3;

/** Holds a collection, or lifts its hold; either needs a reason. */
export function HoldDialog({ collection }: { collection: CollectionView }) {
  const [open, setOpen] = useState(false);
  const lift = collection.held !== null;
  const verb = lift ? "Lift the hold" : "Hold";
  return (
    <>
      <Button
        size="small"
        aria-label={`${verb} ${lift ? "on " : ""}${collection.name}`}
        onClick={() => setOpen(true)}
      >
        {verb}
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={lift ? `Lift the hold on ${collection.name}` : `Hold ${collection.name}`}
        description={
          lift
            ? "Its waiting deposits and jobs go on in their order. People see the reason in the history."
            : "New deposits are still accepted and keep their place, but their jobs wait until the hold is lifted. Jobs that have begun finish."
        }
      >
        <HoldForm collection={collection} lift={lift} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function HoldForm({
  collection,
  lift,
  onDone,
}: {
  collection: CollectionView;
  lift: boolean;
  onDone: () => void;
}) {
  const client = useQueryClient();
  const [reason, setReason] = useState("");
  const change = useMutation({
    mutationFn: () => (lift ? liftHold : holdCollection)({ slug: collection.slug, reason: reason.trim() }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: collectionsQuery().queryKey });
      onDone();
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <form onSubmit={submit} className="grid gap-3">
      <TextArea
        label="Reason"
        required
        minLength={REASON_LEAST}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      {change.isError ? <ErrorNote error={change.error} /> : null}
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>Cancel</Button>
        <Button
          kind="filled"
          type="submit"
          disabled={change.isPending || reason.trim().length < REASON_LEAST}
        >
          {lift ? "Lift the hold" : "Hold the collection"}
        </Button>
      </div>
    </form>
  );
}
