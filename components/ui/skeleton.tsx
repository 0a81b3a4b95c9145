const ROWS = ["a", "b", "c", "d", "e", "f", "g", "h"];
const WIDTHS = ["w-3/4", "w-1/2", "w-2/3", "w-5/6"];

/** Rows as they will be, while they are on their way. */
export function RowsSkeleton({ label }: { label: string }) {
  return (
    <div
      role="status"
      aria-label={label}
      className="overflow-hidden rounded-md border border-line bg-surface"
    >
      {ROWS.map((row, at) => (
        <div key={row} className="flex h-(--row) items-center border-line border-b px-3 last:border-b-0">
          <div className={`h-3 rounded-sm bg-sunken ${WIDTHS[at % WIDTHS.length]}`} />
        </div>
      ))}
    </div>
  );
}
