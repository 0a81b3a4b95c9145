import { join } from "../ui/join.ts";

type Props = {
  readonly count: number;
  /** What the number is, for hover. */
  readonly title: string;
  /** What screen readers hear after the number. */
  readonly words: string;
  /** On the icon's corner. */
  readonly narrow: boolean;
};

/** How much of a room needs a person, beside its name; nothing when nothing does. */
export function RailCount({ count, title, words, narrow }: Props) {
  if (count === 0) return null;
  return (
    <span
      title={title}
      className={join(
        "rounded-sm bg-person-soft px-1.5 font-medium text-person text-xs tabular-nums leading-5 md:ml-auto",
        narrow && "md:-top-1 md:-right-1 md:absolute md:px-1 md:leading-4",
      )}
    >
      {count}
      <span className="sr-only"> {words}</span>
    </span>
  );
}
