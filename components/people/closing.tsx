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
        button="Open account again"
        title={`Open the account of ${person.name} again`}
        description="Password, role and collections are as they were. Sessions and API tokens stay ended."
        verb="Open account again"
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
      description="Nobody can sign in with it any more; its sessions, API tokens and open link end at once. Deposits go on. You can open it again, but tokens do not come back."
      verb="Close account"
      act={(reason) => closeAccount(person.id, reason)}
      onDone={nothing}
    />
  );
}
