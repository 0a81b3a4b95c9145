import { bytes, exactBytes } from "./amount.model.ts";

/** A size for people, exact on hover. */
export function Bytes({ value, className }: { value: string | number; className?: string }) {
  return (
    <span title={exactBytes(value)} className={className}>
      {bytes(value)}
    </span>
  );
}
