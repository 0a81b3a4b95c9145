import { join } from "../ui/join.ts";
import { bytes, exactBytes } from "./amount.model.ts";

/** A size for people, exact on hover. */
export function Bytes({ value, className }: { value: string | number; className?: string }) {
  return (
    <span title={exactBytes(value)} className={join("tabular-nums", className)}>
      {bytes(value)}
    </span>
  );
}
