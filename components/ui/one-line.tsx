import { join } from "./join.ts";

type Props = { readonly text: string; readonly className?: string };

/** Text in a row, on one line: cut where there is no more room, all of it on hover. */
export function OneLine({ text, className }: Props) {
  return (
    <span className={join("wrap-anywhere line-clamp-1", className)} title={text} dir="auto">
      {text}
    </span>
  );
}
