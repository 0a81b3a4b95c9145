import { CopyButton } from "./copy-button.tsx";
import { join } from "./join.ts";

/** An id, digest or address in fixed width, with a button that copies it. */
export function Mono({ text, what, className }: { text: string; what: string; className?: string }) {
  return (
    <span className="inline-flex max-w-full items-center gap-0.5">
      <code className={join("min-w-0 break-all font-mono text-sm", className)}>{text}</code>
      <CopyButton text={text} what={what} />
    </span>
  );
}
