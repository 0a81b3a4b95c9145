import { CopyButton } from "./copy-button.tsx";
import { join } from "./join.ts";

type Props = {
  readonly text: string;
  readonly what: string;
  readonly className?: string;
  /** In a row: on one line, cut, all of it on hover and by the button. */
  readonly inRow?: boolean;
};

/** An id, digest or address in fixed width, with a button that copies it. */
export function Mono({ text, what, className, inRow = false }: Props) {
  return (
    <span className="inline-flex max-w-full items-center gap-0.5">
      <code
        title={inRow ? text : undefined}
        className={join("min-w-0 font-mono text-sm", inRow ? "truncate" : "break-all", className)}
      >
        {text}
      </code>
      <CopyButton text={text} what={what} />
    </span>
  );
}
