"use client";
import { X } from "lucide-react";
import type { TypeField } from "../../core/manifest/kinds.ts";
import { Bytes } from "../display/amounts.tsx";
import { Button } from "../ui/button.tsx";
import { FilterSelect } from "../ui/field.tsx";
import { Mono } from "../ui/mono.tsx";
import type { Item } from "./deposit.model.ts";
import { FileFindings } from "./file-findings.tsx";
import { FileSending } from "./file-sending.tsx";
import { digestWords, whatItIs } from "./file-words.model.ts";
import { readTypeChoice, TYPE_CHOICES } from "./type-words.model.ts";

type Props = {
  readonly item: Item;
  readonly locked: boolean;
  readonly onRemove: () => void;
  readonly onType: (type: TypeField | undefined) => void;
};

/** One chosen file: what it is, what is wrong with it, its digest, and how its upload goes. */
export function FileRow({ item, locked, onRemove, onType }: Props) {
  const { file } = item;
  return (
    <li aria-label={file.name} className="border-line border-b px-3 py-2.5 last:border-b-0">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-baseline gap-x-3">
            <span className="break-all font-medium" dir="auto">
              {file.name}
            </span>
            <Bytes value={file.size} className="text-muted" />
          </div>
          <p className="text-muted text-sm" role="status">
            {whatItIs(item)}
          </p>
        </div>
        <FilterSelect
          label={`Type of ${file.name}`}
          value={item.type ?? ""}
          disabled={locked}
          className="max-w-36 sm:max-w-56"
          onChange={(event) => onType(readTypeChoice(event.target.value))}
        >
          <option value="">Detect type automatically</option>
          {Object.entries(TYPE_CHOICES).map(([type, words]) => (
            <option key={type} value={type}>
              {words}
            </option>
          ))}
        </FilterSelect>
        <Button
          kind="quiet"
          size="icon"
          aria-label={`Remove ${file.name}`}
          disabled={locked}
          onClick={onRemove}
        >
          <X aria-hidden size={16} />
        </Button>
      </div>
      <Digest item={item} />
      <FileFindings item={item} />
      <FileSending item={item} />
    </li>
  );
}

function Digest({ item: { digest, file } }: { item: Item }) {
  if (digest.kind === "ready") {
    return (
      <p className="text-muted text-sm">
        SHA-256 <Mono text={digest.sha256} what={`SHA-256 of ${file.name}`} className="text-xs" />
      </p>
    );
  }
  return <p className="text-muted text-sm">{digestWords(digest, file.size)}</p>;
}
