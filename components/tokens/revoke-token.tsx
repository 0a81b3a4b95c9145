"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { TokenView } from "../../core/contracts/account-views.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { ErrorNote } from "../ui/error-note.tsx";

type Props = { readonly token: TokenView; readonly revoke: (tokenId: string) => Promise<unknown> };

/** Ends a token, after saying what is lost. */
export function RevokeToken({ token, revoke: act }: Props) {
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const revoke = useMutation({
    mutationFn: () => act(token.id),
    onSuccess: async () => {
      await client.invalidateQueries();
      setOpen(false);
    },
  });
  return (
    <>
      <Button size="small" aria-label={`Revoke ${token.name}`} onClick={() => setOpen(true)}>
        Revoke
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={`Revoke ${token.name}`}
        description="Scripts that use it are refused from now on. This cannot be undone; a new token can be made at any time."
      >
        {revoke.isError ? <ErrorNote error={revoke.error} /> : null}
        <div className="mt-3 flex justify-end gap-2">
          <Button onClick={() => setOpen(false)}>Keep it</Button>
          <Button kind="danger" disabled={revoke.isPending} onClick={() => revoke.mutate()}>
            Revoke the token
          </Button>
        </div>
      </Dialog>
    </>
  );
}
