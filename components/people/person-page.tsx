"use client";
import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import type { PersonDetail, PersonView } from "../../core/contracts/account-views.ts";
import { SessionList } from "../account/session-list.tsx";
import { ExactTime, Time } from "../display/time.tsx";
import { endSessionsOf, personQuery, revokeTokenOf } from "../queries/people.ts";
import { StateBadge } from "../state/state-badge.tsx";
import { TokenTable } from "../tokens/token-table.tsx";
import { Notice } from "../ui/notice.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { Fact, Facts, Panel } from "../ui/panel.tsx";
import { ReadError } from "../ui/read-error.tsx";
import { TextLink } from "../ui/row-link.tsx";
import { RowsSkeleton } from "../ui/skeleton.tsx";
import { Closing } from "./closing.tsx";
import { GrantDialog } from "./grant-dialog.tsx";
import { MakeLink } from "./make-link.tsx";
import { PERSON_LOOKS } from "./person-look.model.ts";
import { RoleDialog } from "./role-dialog.tsx";

/** One person: role, collections, and every way into the account. `isSelf`: it is who looks. */
export function PersonPage({ id, isSelf }: { id: string; isSelf: boolean }) {
  const { data, error, refetch } = useQuery(personQuery(id));
  if (!data) {
    return error ? (
      <ReadError what="The person" error={error} kept={false} onRetry={() => void refetch()} />
    ) : (
      <RowsSkeleton label="Loading the person" />
    );
  }
  const { person } = data;
  return (
    <>
      <PageHead
        title={person.name}
        beside={<StateBadge look={PERSON_LOOKS[person.state]} />}
        below={<span className="wrap-anywhere min-w-0">{person.email}</span>}
        actions={isSelf ? null : <Acts person={person} />}
      />
      <div className="grid max-w-4xl gap-6">
        <ReadError what="The person" error={error} kept onRetry={() => void refetch()} />
        {isSelf ? (
          <Notice kind="info" title="This is you.">
            <p>
              Another admin changes your role or closes your account. Password, sessions and tokens are on{" "}
              <TextLink href="/account">My account</TextLink>.
            </p>
          </Notice>
        ) : null}
        <PersonFacts person={person} />
        {isSelf ? null : <WaysIn detail={data} />}
      </div>
    </>
  );
}

function Acts({ person }: { person: PersonView }) {
  return (
    <>
      {person.state === "closed" ? null : (
        <>
          <RoleDialog person={person} />
          {person.role === "depositor" ? <GrantDialog person={person} /> : null}
        </>
      )}
      <Closing person={person} />
    </>
  );
}

function PersonFacts({ person }: { person: PersonView }) {
  return (
    <Facts>
      {person.closed ? (
        <Fact name="Closed">
          <ExactTime at={person.closed.at} />, by {person.closed.by}
          {person.closed.reason ? <p dir="auto">{person.closed.reason}</p> : null}
        </Fact>
      ) : null}
      <Fact name="Role">
        <span className="capitalize">{person.role}</span>
      </Fact>
      <Fact name="Collections">
        {person.role === "depositor" ? person.collections.join(", ") || "none yet" : "all"}
      </Fact>
      <Fact name="Added">
        <Time at={person.createdAt} />
      </Fact>
      <Fact name="Audit">
        <TextLink href={`/audit?person=${encodeURIComponent(person.id)}`}>
          What this person did, and what was done to the account
        </TextLink>
      </Fact>
    </Facts>
  );
}

function WaysIn({ detail }: { detail: PersonDetail }) {
  const { person, link, sessions, tokens } = detail;
  // a new one at each drawing would make the table's cells anew, and close the dialog that is open in one
  const revoke = useCallback((token: string) => revokeTokenOf(person.id, token), [person.id]);
  return (
    <>
      {person.state === "closed" ? null : <MakeLink person={person} link={link} />}
      <SessionList
        sessions={sessions}
        end={(session) => endSessionsOf(person.id, session)}
        empty="Not signed in anywhere."
      />
      <Panel title="API tokens">
        {tokens.length === 0 ? (
          <p className="text-muted">No tokens.</p>
        ) : (
          <TokenTable caption={`API tokens of ${person.name}`} tokens={tokens} revoke={revoke} />
        )}
      </Panel>
    </>
  );
}
