"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { MadeLinkView, OpenLinkView, PersonView } from "../../core/contracts/account-views.ts";
import { Time } from "../display/time.tsx";
import { makeLink } from "../queries/people.ts";
import { Button } from "../ui/button.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { Panel } from "../ui/panel.tsx";
import { ShownLink } from "./shown-link.tsx";

type Props = { readonly person: PersonView; readonly link: OpenLinkView | null };

/** The one-time link of a person: which one is open, and the button for a new one. */
export function MakeLink({ person, link }: Props) {
  const client = useQueryClient();
  const [made, setMade] = useState<MadeLinkView>();
  const make = useMutation({
    mutationFn: () => makeLink(person.id),
    onSuccess: async (answer) => {
      setMade(answer);
      await client.invalidateQueries();
    },
  });
  const isInvited = person.state === "invited";
  return (
    <Panel
      title={isInvited ? "Invitation" : "One-time link"}
      aside={
        <Button size="small" disabled={make.isPending} onClick={() => make.mutate()}>
          {isInvited ? "New invitation link" : "New one-time link"}
        </Button>
      }
    >
      <div className="grid gap-3">
        {make.isError ? <ErrorNote error={make.error} /> : null}
        {made ? (
          <ShownLink
            key={made.url}
            name={person.name}
            email={person.email}
            link={made}
            onDone={() => setMade(undefined)}
          />
        ) : null}
        <p className="text-muted">
          {link ? (
            <>
              A link created <Time at={link.createdAt} /> by {link.createdBy} is open and ends{" "}
              <Time at={link.expiresAt} />. A new one ends it.
            </>
          ) : isInvited ? (
            "No invitation is open: the last one has ended. Create a new one."
          ) : (
            "For someone who has forgotten their password: it lets them choose a new one."
          )}
        </p>
      </div>
    </Panel>
  );
}
