import { ProgressBar } from "../ui/progress.tsx";
import { bytes } from "./amount.model.ts";

type Props = {
  /** Bytes as decimal strings; `total` null: nobody knows how many there are. */
  readonly done: string;
  readonly total: string | null;
  readonly what?: string;
};

/** How many bytes have come, of how many where that is known. */
export function FetchedBar({ done, total, what }: Props) {
  const amount = total === null ? `${bytes(done)} fetched` : `${bytes(done)} of ${bytes(total)} fetched`;
  return (
    <div className="grid gap-1.5">
      <p className="tabular-nums">{what === undefined ? amount : `${what}, ${amount}`}</p>
      {total === null ? null : (
        <ProgressBar label="Bytes" done={Number(done)} total={Number(total)} text={amount} />
      )}
    </div>
  );
}
