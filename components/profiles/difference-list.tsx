import type { ProfileDifference } from "./profile-fields.model.ts";

/** What a change changes, setting by setting. */
export function DifferenceList({ differences }: { differences: readonly ProfileDifference[] }) {
  return (
    <ul aria-label="What changes" className="grid gap-1">
      {differences.map(({ name, what, from, to }) => (
        <li key={name} className="wrap-anywhere">
          <span className="font-medium">{what}</span>: <span className="text-muted">{from}</span>{" "}
          <span aria-hidden>→</span>
          <span className="sr-only">becomes</span> {to}
        </li>
      ))}
    </ul>
  );
}
