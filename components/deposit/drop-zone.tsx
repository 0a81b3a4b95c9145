"use client";
import { FileUp } from "lucide-react";
import { type DragEvent, useEffect, useId, useRef, useState } from "react";
import { Button } from "../ui/button.tsx";
import { join } from "../ui/join.ts";

function keepPage(event: globalThis.DragEvent): void {
  if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
}

/** Where files are dropped or picked. A file dropped beside it does not make the browser leave the page. */
export function DropZone({
  disabled,
  onFiles,
}: {
  disabled: boolean;
  onFiles: (files: readonly File[]) => void;
}) {
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => {
    window.addEventListener("dragover", keepPage);
    window.addEventListener("drop", keepPage);
    return () => {
      window.removeEventListener("dragover", keepPage);
      window.removeEventListener("drop", keepPage);
    };
  }, []);

  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!disabled) onFiles([...event.dataTransfer.files]);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button inside works with the keyboard
    <div
      data-testid="drop-zone"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(!disabled);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      className={join(
        "grid justify-items-center gap-2 rounded-md border border-line-strong border-dashed px-4 py-8 text-center",
        over ? "border-accent bg-accent-soft" : "bg-surface",
      )}
    >
      <FileUp aria-hidden size={24} className="text-muted" />
      <p>Drop files, a zip or tar, or a manifest here. Each becomes one deposit.</p>
      <label htmlFor={id} className="sr-only">
        Files or manifest
      </label>
      <input
        ref={input}
        id={id}
        type="file"
        multiple
        tabIndex={-1}
        className="sr-only"
        disabled={disabled}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
      <Button disabled={disabled} onClick={() => input.current?.click()}>
        Choose files
      </Button>
    </div>
  );
}
