import { FAMILY_CLASSES } from "../state/family-classes.ts";
import { join } from "../ui/join.ts";

type Props = {
  readonly count: number;
  /** What the number is, for hover. */
  readonly title: string;
  /** What screen readers hear after the number. */
  readonly words: string;
  /** On the icon's corner. */
  readonly narrow: boolean;
  /** Whether a person has to act on it. */
  readonly family: "person" | "time";
};

/** How much of a room wants to be looked at, beside its name; nothing when nothing does. */
export function RailCount({ count, title, words, narrow, family }: Props) {
  if (count === 0) return null;
  return (
    <span
      title={title}
      className={join(
        "rounded-sm px-1.5 font-medium text-xs tabular-nums leading-5 md:ml-auto",
        FAMILY_CLASSES[family].badge,
        narrow && "md:-top-1 md:-right-1 md:absolute md:px-1 md:leading-4",
      )}
    >
      {count}
      <span className="sr-only"> {words}</span>
    </span>
  );
}
