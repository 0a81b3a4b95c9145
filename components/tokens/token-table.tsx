"use client";
import { createColumnHelper } from "@tanstack/react-table";
import type { TokenView } from "../../core/contracts/views.ts";
import { useNow } from "../display/clock.tsx";
import { Time } from "../display/time.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { type Columns, type Features, WIDE_ONLY } from "../ui/table.ts";
import { RevokeToken } from "./revoke-token.tsx";
import { tokenState } from "./token-state.model.ts";

const column = createColumnHelper<Features, TokenView>();
const idOf = (token: TokenView) => token.id;

const COLUMNS: Columns<TokenView> = column.columns([
  column.display({
    id: "name",
    header: "Token",
    cell: ({ row: { original: token } }) => (
      <div className="min-w-32">
        <span className={token.revokedAt ? "line-through" : "font-medium"}>{token.name}</span>
        <code className="block font-mono text-muted text-sm">{token.hint}</code>
      </div>
    ),
  }),
  column.display({
    id: "state",
    header: "State",
    cell: ({ row: { original: token } }) => <State token={token} />,
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
  column.display({
    id: "act",
    header: () => <span className="sr-only">Action</span>,
    meta: { className: "text-right" },
    cell: ({ row: { original: token } }) => (token.revokedAt ? null : <RevokeToken token={token} />),
  }),
]);

function State({ token }: { token: TokenView }) {
  const state = tokenState(token, useNow());
  if (state === "revoked") return <span className="text-muted">revoked</span>;
  if (state === "ended") return <span className="text-muted">ended</span>;
  if (!token.expiresAt) return <span>works, no end</span>;
  return (
    <span>
      works, ends <Time at={token.expiresAt} />
    </span>
  );
}

/** Tokens, newest first. */
export function TokenTable({ tokens }: { tokens: readonly TokenView[] }) {
  return <DataTable caption="Your API tokens" columns={COLUMNS} rows={tokens} idOf={idOf} />;
}
