"use client";
import type { TokenView } from "../../core/contracts/account-views.ts";
import { useAct } from "../queries/use-act.ts";
import { Button } from "../ui/button.tsx";
import { ButtonDialog } from "../ui/button-dialog.tsx";
import { ErrorNote } from "../ui/error-note.tsx";

type Props = { readonly token: TokenView; readonly revoke: (tokenId: string) => Promise<unknown> };

/** Ends a token, after saying what is lost. */
export function RevokeToken({ token, revoke }: Props) {
  return (
    <ButtonDialog
      button="Revoke"
      label={`Revoke ${token.name}`}
      small
      title={`Revoke ${token.name}`}
      description="Scripts that use it are refused from now on. This cannot be undone; a new token can be made at any time."
    >
      {(close) => <Sure revoke={() => revoke(token.id)} close={close} />}
    </ButtonDialog>
  );
}

function Sure({ revoke, close }: { revoke: () => Promise<unknown>; close: () => void }) {
  const { mutate, isPending, isError, error } = useAct(revoke, close);
  return (
    <>
      {isError ? <ErrorNote error={error} /> : null}
      <div className="mt-3 flex justify-end gap-2">
        <Button onClick={close}>Keep it</Button>
        <Button kind="danger" disabled={isPending} onClick={() => mutate()}>
          Revoke the token
        </Button>
      </div>
    </>
  );
}
