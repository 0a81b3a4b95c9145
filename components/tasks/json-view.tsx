import { CopyButton } from "../ui/copy-button.tsx";
import { jsonText } from "./json-draft.model.ts";

/** Lines that are shown at once; more of it is folded. */
const OPEN_LINES = 12;
const OPEN_SIGNS = 2_000;

/** A value as JSON, folded when it is long. */
export function JsonView({ value, what }: { value: unknown; what: string }) {
  const text = jsonText(value);
  const lines = text.split("\n").length;
  const block = (
    <div className="flex items-start gap-1">
      <pre className="wrap-anywhere min-w-0 flex-1 whitespace-pre-wrap rounded-md bg-sunken p-2 font-mono text-xs">
        {text}
      </pre>
      <CopyButton text={text} what={what} />
    </div>
  );
  if (lines <= OPEN_LINES && text.length <= OPEN_SIGNS) return block;
  return (
    <details>
      <summary className="w-fit cursor-pointer text-accent">
        Show {lines.toLocaleString("en")} {lines === 1 ? "line" : "lines"} of JSON,{" "}
        {text.length.toLocaleString("en")} characters
      </summary>
      <div className="mt-1">{block}</div>
    </details>
  );
}
