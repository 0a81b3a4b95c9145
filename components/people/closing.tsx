"use client";
import type { PersonView } from "../../core/contracts/account-views.ts";
import { closeAccount, reopenAccount } from "../queries/people.ts";
import { ReasonDialog } from "../ui/reason-dialog.tsx";

const nothing = () => undefined;

/** Closes an account, or opens it again. */
export function Closing({ person }: { person: PersonView }) {
  if (person.state === "closed") {
    return (
      <ReasonDialog
        button="Reopen account"
        title={`Reopen the account of ${person.name}`}
        description="Password, role and collections are as they were. Sessions and API tokens stay ended."
        verb="Reopen account"
        act={(reason) => reopenAccount(person.id, reason)}
        onDone={nothing}
      />
    );
  }
  return (
    <ReasonDialog
      danger
      button="Close account"
      title={`Close the account of ${person.name}`}
      description="Nobody can sign in with it any more; its sessions, API tokens and open link end at once. Deposits go on. You can reopen it, but tokens do not come back."
      verb="Close account"
      act={(reason) => closeAccount(person.id, reason)}
      onDone={nothing}
    />
  );
}
