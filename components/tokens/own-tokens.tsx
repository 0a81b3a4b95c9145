"use client";
import { useQuery } from "@tanstack/react-query";
import { revokeToken, tokensQuery } from "../queries/tokens.ts";
import { Empty } from "../ui/empty.tsx";
import { ReadError } from "../ui/read-error.tsx";
import { RowsSkeleton } from "../ui/skeleton.tsx";
import { TokenTable } from "./token-table.tsx";

/** The tokens of who is signed in. */
export function OwnTokens() {
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
