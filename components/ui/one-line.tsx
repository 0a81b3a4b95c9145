import type { ReactNode } from "react";
import { join } from "./join.ts";

type Props = {
  readonly text: string;
  readonly className?: string;
  /** An id or address, in fixed width. */
  readonly mono?: boolean;
  /** What is drawn in place of the text. */
  readonly children?: ReactNode;
};

/** Text in a row, on one line: cut where there is no more room, all of it on hover. */
export function OneLine({ text, className, mono = false, children = text }: Props) {
  const Tag = mono ? "code" : "span";
  return (
    <Tag
      className={join("wrap-anywhere line-clamp-1", mono && "font-mono", className)}
      title={text}
      dir={mono ? undefined : "auto"}
    >
      {children}
    </Tag>
  );
}
