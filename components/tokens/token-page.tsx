"use client";
import { useState } from "react";
import type { CreatedToken } from "../queries/tokens.ts";
import { PageHead } from "../ui/page-head.tsx";
import { NewToken } from "./new-token.tsx";
import { OwnTokens } from "./own-tokens.tsx";
import { ShownSecret } from "./shown-secret.tsx";

/** A person's API tokens. */
export function TokenPage() {
  const [created, setCreated] = useState<CreatedToken | null>(null);
  return (
    <>
      <PageHead
        title="API tokens"
        below="A token lets a script act as you, for what you choose. Treat it like a password."
        actions={<NewToken onCreated={setCreated} />}
      />
      <div className="grid gap-4">
        {created ? <ShownSecret created={created} onDone={() => setCreated(null)} /> : null}
        <OwnTokens />
      </div>
    </>
  );
}
