"use client";
import { createColumnHelper } from "@tanstack/react-table";
import { useMemo } from "react";
import type { TokenView } from "../../core/contracts/account-views.ts";
import { useNow } from "../display/clock.tsx";
import { Time } from "../display/time.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { OneLine } from "../ui/one-line.tsx";
import { type Columns, type Features, WIDE_ONLY } from "../ui/table.ts";
import { RevokeToken } from "./revoke-token.tsx";
import { scopeNames } from "./scope-words.model.ts";
import { tokenState } from "./token-state.model.ts";

const column = createColumnHelper<Features, TokenView>();
const idOf = (token: TokenView) => token.id;

const COLUMNS: Columns<TokenView> = column.columns([
  column.display({
    id: "name",
    header: "Token",
    cell: ({ row: { original: token } }) => (
      <div className="min-w-28 max-w-md">
        <OneLine text={token.name} className={token.revokedAt ? "line-through" : "font-medium"} />
        <code className="block font-mono text-muted text-sm">{token.hint}</code>
        <OneLine text={scopeNames(token.scopes)} className="text-muted text-sm md:hidden" />
      </div>
    ),
  }),
  column.display({
    id: "scopes",
    header: "May",
    // on a phone it stands below the name
    meta: { className: WIDE_ONLY },
    cell: ({ row: { original: token } }) => <OneLine text={scopeNames(token.scopes)} className="max-w-64" />,
  }),
  column.display({
    id: "state",
    header: "Expires",
    cell: ({ row: { original: token } }) => <Expiry token={token} />,
  }),
  column.display({
    id: "created",
    header: "Created",
    meta: { className: `${WIDE_ONLY} text-muted` },
    cell: ({ row: { original: token } }) => <Time at={token.createdAt} />,
  }),
  column.display({
    id: "used",
    header: "Last used",
    meta: { className: `${WIDE_ONLY} text-muted` },
    cell: ({ row: { original: token } }) => (token.lastUsedAt ? <Time at={token.lastUsedAt} /> : "never"),
  }),
]);

function Expiry({ token }: { token: TokenView }) {
  const state = tokenState(token, useNow());
  if (state === "revoked") return <span className="text-muted">revoked</span>;
  return (
    <span className={state === "expired" ? "text-muted" : undefined}>
      {state === "expired" ? "expired " : null}
      <Time at={token.expiresAt} />
    </span>
  );
}

type Props = {
  readonly caption: string;
  readonly tokens: readonly TokenView[];
  readonly revoke: (tokenId: string) => Promise<unknown>;
};

/** Tokens, newest first. */
export function TokenTable({ caption, tokens, revoke }: Props) {
  const columns = useMemo(
    () => [
      ...COLUMNS,
      ...column.columns([
        column.display({
          id: "act",
          header: () => <span className="sr-only">Action</span>,
          meta: { className: "text-right" },
          cell: ({ row: { original: token } }) =>
            token.revokedAt ? null : <RevokeToken token={token} revoke={revoke} />,
        }),
      ]),
    ],
    [revoke],
  );
  return <DataTable caption={caption} columns={columns} rows={tokens} idOf={idOf} />;
}
