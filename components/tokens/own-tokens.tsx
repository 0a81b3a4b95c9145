"use client";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { type CreatedToken, revokeToken, tokensQuery } from "../queries/tokens.ts";
import { Empty } from "../ui/empty.tsx";
import { ReadError } from "../ui/read-error.tsx";
import { RowsSkeleton } from "../ui/skeleton.tsx";
import { NewToken } from "./new-token.tsx";
import { ShownSecret } from "./shown-secret.tsx";
import { TokenTable } from "./token-table.tsx";

type Parts = { readonly newToken: ReactNode; readonly tokens: ReactNode };

/** The tokens of who is signed in, and the button that makes one, which its page puts where its buttons are. */
export function OwnTokens({
  kind = "filled",
  children,
}: {
  kind?: "filled" | "outline";
  children: (parts: Parts) => ReactNode;
}) {
  const [created, setCreated] = useState<CreatedToken | null>(null);
  return children({
    newToken: <NewToken kind={kind} onCreated={setCreated} />,
    tokens: (
      <div className="grid gap-3">
        {created ? <ShownSecret created={created} onDone={() => setCreated(null)} /> : null}
        <List />
      </div>
    ),
  });
}

function List() {
  const { data, error, refetch } = useQuery(tokensQuery());
  return (
    <>
      <ReadError what="The tokens" error={error} kept={data !== undefined} onRetry={() => void refetch()} />
      {data === undefined && !error ? <RowsSkeleton label="Loading tokens" /> : null}
      {data?.length === 0 ? <Empty title="No tokens yet.">New token makes one for a script.</Empty> : null}
      {data && data.length > 0 ? (
        <TokenTable caption="Your API tokens" tokens={data} revoke={revokeToken} />
      ) : null}
    </>
  );
}
