"use client";
import { Button } from "../ui/button.tsx";
import { Panel } from "../ui/panel.tsx";
import { CollectionStep } from "./collection-step.tsx";
import { DetailsStep } from "./details-step.tsx";
import { DropZone } from "./drop-zone.tsx";
import { FileRow } from "./file-row.tsx";
import type { DepositForm } from "./use-deposit.ts";

/** The three steps under each other, and the button that says what will happen. */
export function DepositSteps({ form }: { form: DepositForm }) {
  return (
    <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-7">
      <fieldset disabled={form.busy} className="contents">
        <Panel title="1. Collection">
          <CollectionStep collections={form.collections} chosen={form.chosen} onChange={form.choose} />
        </Panel>
      </fieldset>
      <Panel title="2. Files or manifest">
        <FilesStep form={form} />
      </Panel>
      <fieldset disabled={form.busy} className="contents">
        <Panel title="3. Details">
          <DetailsStep
            details={form.details}
            errors={form.errors}
            several={form.several}
            onChange={form.setDetail}
          />
        </Panel>
      </fieldset>
      <DepositBar form={form} />
    </div>
  );
}

function FilesStep({ form: { files, busy } }: { form: DepositForm }) {
  return (
    <div className="grid gap-3">
      <DropZone disabled={busy} onFiles={files.add} />
      {files.items.length > 0 ? (
        <ul aria-label="Chosen files" className="rounded-md border border-line bg-surface">
          {files.items.map((item) => (
            <FileRow
              key={item.key}
              item={item}
              locked={busy || item.send.kind === "accepted"}
              onRemove={() => files.remove(item.key)}
              onType={(type) => files.retype(item, type)}
            />
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function DepositBar({ form }: { form: DepositForm }) {
  return (
    <div className="sticky bottom-0 -mx-4 flex flex-wrap items-center gap-3 border-line border-t bg-paper px-4 py-3 md:-mx-6 md:px-6">
      {form.busy ? (
        <Button onClick={form.cancel}>Cancel the upload</Button>
      ) : (
        <Button
          kind="filled"
          className="min-w-0 max-w-full shrink"
          disabled={form.obstacle !== null}
          title={form.words}
          onClick={() => void form.deposit()}
        >
          <span className="truncate">{form.words}</span>
        </Button>
      )}
      <span role="status" className="text-muted">
        {form.busy
          ? "Uploading. It goes on while you look at other pages; keep this tab open."
          : (form.obstacle ?? "")}
      </span>
    </div>
  );
}
