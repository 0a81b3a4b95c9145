/** One thing that a change changes, in words. `what` is of one thing only. */
export type Difference = { readonly what: string; readonly from: string; readonly to: string };

/** What a change changes, setting by setting. */
export function DifferenceList({ differences }: { differences: readonly Difference[] }) {
  return (
    <ul aria-label="What changes" className="grid gap-1">
      {differences.map(({ what, from, to }) => (
        <li key={what} className="wrap-anywhere">
          <span className="font-medium">{what}</span>: <span className="text-muted">{from}</span>{" "}
          <span aria-hidden>→</span>
          <span className="sr-only">becomes</span> {to}
        </li>
      ))}
    </ul>
  );
}
