"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { PasswordChanged, PersonView } from "../../core/contracts/account-views.ts";
import { Time } from "../display/time.tsx";
import { useViewer } from "../frame/viewer.tsx";
import { accountQuery, endOwnSessions } from "../queries/account.ts";
import { OwnTokens } from "../tokens/own-tokens.tsx";
import { Notice } from "../ui/notice.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { Fact, Facts, Panel } from "../ui/panel.tsx";
import { ReadError } from "../ui/read-error.tsx";
import { RowsSkeleton } from "../ui/skeleton.tsx";
import { ChangePassword } from "./change-password.tsx";
import { changedWords } from "./changed-words.model.ts";
import { SessionList } from "./session-list.tsx";

/** The account of the person signed in: password, sessions, API tokens. */
export function AccountPage() {
  const { data, error, refetch } = useQuery(accountQuery());
  const [changed, setChanged] = useState<PasswordChanged>();
  return (
    <>
      <PageHead title="My account" actions={<ChangePassword onChanged={setChanged} />} />
      <div className="grid max-w-4xl gap-6">
        {changed ? <Notice kind="good" role="status" title={changedWords(changed)} /> : null}
        <ReadError
          what="Your account"
          error={error}
          kept={data !== undefined}
          onRetry={() => void refetch()}
        />
        {data === undefined && !error ? <RowsSkeleton label="Loading your account" /> : null}
        {data ? <PersonFacts person={data.person} /> : null}
        {data ? <SessionList sessions={data.sessions} end={endOwnSessions} empty="No sessions." /> : null}
        {useViewer().may["manage-own-tokens"] ? <Tokens /> : null}
      </div>
    </>
  );
}

function PersonFacts({ person }: { person: PersonView }) {
  return (
    <Facts>
      <Fact name="Name">
        <span dir="auto">{person.name}</span>
      </Fact>
      <Fact name="E-mail">{person.email}</Fact>
      <Fact name="Role">
        <span className="capitalize">{person.role}</span>
      </Fact>
      {person.role === "depositor" ? (
        <Fact name="Collections">{person.collections.join(", ") || "none yet. Ask an admin for access"}</Fact>
      ) : null}
      <Fact name="Since">
        <Time at={person.createdAt} />
      </Fact>
    </Facts>
  );
}

function Tokens() {
  return (
    <OwnTokens kind="outline">
      {({ newToken, tokens }) => (
        <Panel title="API tokens" aside={newToken}>
          {tokens}
        </Panel>
      )}
    </OwnTokens>
  );
}
