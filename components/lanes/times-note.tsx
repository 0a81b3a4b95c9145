import { Notice } from "../ui/notice.tsx";

/** How times are written, and that they are scaled here. */
export function TimesNote({ timeScale }: { timeScale: number }) {
  return (
    <>
      <p className="mb-3 text-muted">
        Empty fields take the standard value. Times have a unit: 250 ms, 15 s, 5 min, 2 h.
      </p>
      {timeScale === 1 ? null : (
        <div className="mb-3">
          <Notice kind="info" title={`All times are multiplied by ${timeScale} here (LANE_TIMES).`} />
        </div>
      )}
    </>
  );
}
