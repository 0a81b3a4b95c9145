"use client";
import { createColumnHelper } from "@tanstack/react-table";
import { Equal, type LucideIcon, Minus, PenLine, Plus } from "lucide-react";
import type { VersionChange, VersionChangeView } from "../../core/contracts/object-views.ts";
import { Bytes } from "../display/amounts.tsx";
import { objectFileAddress } from "../queries/objects.ts";
import { join } from "../ui/join.ts";
import { Mono } from "../ui/mono.tsx";
import { type Columns, type Features, VERY_WIDE_ONLY, WIDE_ONLY } from "../ui/table.ts";
import { CHANGE_WORDS } from "./version-changes.model.ts";

const column = createColumnHelper<Features, VersionChangeView>();
const ICONS = { added: Plus, changed: PenLine, removed: Minus, kept: Equal } as const satisfies Record<
  VersionChange,
  LucideIcon
>;

/** The columns of the list of what a version changed: what became of a file, and its bytes now and before. */
export function changeColumns(objectId: string): Columns<VersionChangeView> {
  return column.columns([
    column.display({
      id: "change",
      header: "Change",
      meta: { className: "whitespace-nowrap" },
      cell: ({ row: { original } }) => {
        const Icon = ICONS[original.change];
        return (
          <span className="inline-flex items-center gap-1.5">
            <Icon aria-hidden size={14} className="shrink-0 text-muted" />
            {CHANGE_WORDS[original.change]}
          </span>
        );
      },
    }),
    column.display({
      id: "path",
      header: "File",
      cell: ({ row: { original } }) => <ChangedPath objectId={objectId} changed={original} />,
    }),
    column.display({
      id: "size",
      header: "Size",
      meta: { className: "whitespace-nowrap text-right" },
      cell: ({ row: { original } }) => <Sizes changed={original} />,
    }),
    column.display({
      id: "sha256",
      header: "SHA-256",
      meta: { className: VERY_WIDE_ONLY },
      cell: ({ row: { original } }) => <Digests changed={original} />,
    }),
    column.display({
      id: "before",
      header: "Before",
      meta: { className: join("whitespace-nowrap", WIDE_ONLY) },
      cell: ({ row: { original } }) => <Before objectId={objectId} changed={original} />,
    }),
  ]);
}

type PartProps = { readonly changed: VersionChangeView };

/** The path, as a link to the bytes it has in this version; those it had before are linked on their own. */
function ChangedPath({ objectId, changed: { path, file, before } }: PartProps & { objectId: string }) {
  const side = file ?? before;
  if (!side) return path;
  return (
    <a
      href={objectFileAddress(objectId, side.version, side.ordinal)}
      download
      data-row-link=""
      dir="auto"
      aria-label={`Download ${path} of version ${side.version}`}
      title={path}
      className={join(
        "wrap-anywhere line-clamp-1 min-w-24 max-w-xl font-medium sm:min-w-44 underline decoration-transparent underline-offset-2 hover:decoration-current",
        !file && "text-muted",
      )}
    >
      {path}
    </a>
  );
}

function Sizes({ changed: { file, before } }: PartProps) {
  if (!file) return before ? <Bytes value={before.size} /> : null;
  return (
    <>
      <Bytes value={file.size} />
      {before && before.size !== file.size ? (
        <span className="block text-muted text-sm">
          was <Bytes value={before.size} />
        </span>
      ) : null}
    </>
  );
}

function Digests({ changed: { path, file, before } }: PartProps) {
  const side = file ?? before;
  return side ? (
    <Mono
      text={side.sha256}
      what={`SHA-256 of ${path} in version ${side.version}`}
      className="max-w-20 text-xs 2xl:max-w-40"
      inRow
    />
  ) : null;
}

function Before({ objectId, changed: { path, file, before } }: PartProps & { objectId: string }) {
  if (!before) return <span className="text-muted">not there</span>;
  if (!file) return `version ${before.version}`;
  return (
    <a
      href={objectFileAddress(objectId, before.version, before.ordinal)}
      download
      aria-label={`Download ${path} of version ${before.version}`}
      className="text-accent underline decoration-line-strong underline-offset-2 hover:decoration-current"
    >
      version {before.version}
    </a>
  );
}
