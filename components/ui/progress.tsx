import { Progress as Radix } from "radix-ui";
import { percent } from "../display/amount.model.ts";

/** How far something is, beside a text with the amounts. Empty at zero, and when the total is zero. */
export function ProgressBar({
  label,
  done,
  total,
  text,
}: {
  label: string;
  done: number;
  total: number;
  text: string;
}) {
  const share = percent(done, total);
  return (
    <Radix.Root
      value={share}
      getValueLabel={() => text}
      aria-label={label}
      className="h-2 overflow-hidden rounded-sm border border-line bg-sunken"
    >
      <Radix.Indicator
        className="h-full bg-accent transition-[width] duration-150 motion-reduce:transition-none"
        style={{ width: `${share}%` }}
      />
    </Radix.Root>
  );
}
