"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type CreatedToken, tokensQuery } from "../queries/tokens.ts";
import { Empty } from "../ui/empty.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { ReadError } from "../ui/read-error.tsx";
import { RowsSkeleton } from "../ui/skeleton.tsx";
import { NewToken } from "./new-token.tsx";
import { ShownSecret } from "./shown-secret.tsx";
import { TokenTable } from "./token-table.tsx";

/** A person's API tokens. */
export function TokenPage() {
  const { data, error, refetch } = useQuery(tokensQuery());
  const [created, setCreated] = useState<CreatedToken | null>(null);
  return (
    <>
      <PageHead
        title="API tokens"
        below="A token lets a script act as you. Treat it like a password."
        actions={<NewToken onCreated={setCreated} />}
      />
      <div className="grid gap-4">
        {created ? <ShownSecret created={created} onDone={() => setCreated(null)} /> : null}
        <ReadError what="The tokens" error={error} kept={data !== undefined} onRetry={() => void refetch()} />
        {data === undefined && !error ? <RowsSkeleton label="Loading tokens" /> : null}
        {data?.length === 0 ? <Empty title="No tokens yet.">New token makes one for a script.</Empty> : null}
        {data && data.length > 0 ? <TokenTable tokens={data} /> : null}
      </div>
    </>
  );
}
