"use client";
import { PageHead } from "../ui/page-head.tsx";
import { OwnTokens } from "./own-tokens.tsx";

/** A person's API tokens. */
export function TokenPage() {
  return (
    <OwnTokens>
      {({ newToken, tokens }) => (
        <>
          <PageHead
            title="API tokens"
            below="A token lets a script act as you, for what you choose. Treat it like a password."
            actions={newToken}
          />
          {tokens}
        </>
      )}
    </OwnTokens>
  );
}
