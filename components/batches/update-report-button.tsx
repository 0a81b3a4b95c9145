"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { MailPlus } from "lucide-react";
import { sendUpdateReport } from "../queries/batches.ts";
import { RequestError } from "../queries/request.ts";
import { Button } from "../ui/button.tsx";
import { focusTitle } from "../ui/focus-title.ts";

/** Sends the batch's people what changed since the last report. Focus then goes to the page's title. */
export function UpdateReportButton({ batchId, may }: { batchId: string; may: boolean }) {
  const client = useQueryClient();
  const send = useMutation({
    mutationFn: () => sendUpdateReport(batchId),
    onSuccess: focusTitle,
    onSettled: () => client.invalidateQueries(),
  });
  const refused =
    send.error instanceof RequestError ? send.error.message : send.error ? "It could not be sent." : "";
  return (
    <div className="grid justify-items-end gap-1">
      {may ? (
        <Button disabled={send.isPending} onClick={() => send.mutate()}>
          <MailPlus aria-hidden size={16} />
          Send update report
        </Button>
      ) : null}
      <span role="status" className={`max-w-80 text-right text-sm ${refused ? "text-person" : "text-muted"}`}>
        {refused || (send.isSuccess ? "The update report is being written; it will appear below." : "")}
      </span>
    </div>
  );
}
