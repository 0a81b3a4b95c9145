"use client";
import { useQuery } from "@tanstack/react-query";
import { lookUpLink } from "../queries/account.ts";
import { RequestError } from "../queries/request.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { Notice } from "../ui/notice.tsx";
import { TextLink } from "../ui/row-link.tsx";
import { ChoosePasswordForm } from "./choose-password-form.tsx";
import { EntryCard } from "./entry-card.tsx";
import { useHash } from "./use-hash.ts";

const TITLES = { invitation: "Accept invitation", reset: "Choose a new password" } as const;

/** Where a one-time link leads: whose it is, and the form that uses it. The secret behind `#` goes to the server by POST only. */
export function ChoosePassword() {
  const secret = useHash();
  const { data, error, refetch } = useQuery({
    queryKey: ["account-link", secret],
    queryFn: () => lookUpLink(secret ?? ""),
    enabled: secret !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <EntryCard title={data ? TITLES[data.kind] : "Choose a password"}>
      {data && secret ? <ChoosePasswordForm key={secret} secret={secret} link={data} /> : null}
      {error ? <Ended error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && !error ? <p className="text-muted">Checking the link</p> : null}
      <noscript>
        <p className="text-muted">Choosing a password needs JavaScript.</p>
      </noscript>
    </EntryCard>
  );
}

function Ended({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (!(error instanceof RequestError) || error.failure.code !== "link_ended")
    return <ErrorNote error={error} onRetry={onRetry} />;
  return (
    <Notice kind="error" role="alert" title="This link no longer works.">
      <p>
        It was used, replaced by a newer one, or has expired. Ask an admin for a new one, or{" "}
        <TextLink href="/forgotten-password">have one mailed</TextLink> if you already have a password.
      </p>
    </Notice>
  );
}
