import type { ObjectCopiesView, ObjectCopyView } from "../../core/contracts/object-views.ts";
import { Sentence } from "../display/sentence.tsx";
import { ExactTime } from "../display/time.tsx";

const STATES = {
  Wanted: "still to be copied",
  Verified: "verified",
  Damaged: "damaged",
} as const satisfies Record<ObjectCopyView["state"], string>;

/** How many storages have the object, verified, and each of them with what is wrong there. */
export function ObjectCopies({ copies }: { copies: ObjectCopiesView }) {
  return (
    <>
      <Sentence pieces={copies.words} />
      <ul className="mt-1 grid gap-1 text-muted text-sm">
        {copies.storages.map((copy) => (
          <li key={copy.name}>
            {copy.name}: {STATES[copy.state]}
            {copy.state === "Verified" && copy.verifiedAt ? (
              <>
                {" "}
                <ExactTime at={copy.verifiedAt} />
              </>
            ) : null}
            {copy.damagedFiles > 0 ? `, ${copy.damagedFiles} damaged or missing` : ""}
            {copy.trouble ? <span className="block">{copy.trouble}</span> : null}
          </li>
        ))}
      </ul>
    </>
  );
}
