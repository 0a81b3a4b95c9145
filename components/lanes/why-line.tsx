import type { Why } from "../../core/lane/why-facts.ts";
import { Sentence } from "../display/sentence.tsx";
import { FAMILY_CLASSES } from "../state/family-classes.ts";
import { StateIcon } from "../state/state-icon.tsx";
import { CAUSE_LOOKS } from "./cause-look.model.ts";

/** Why a lane waits: an icon in its colour, and the sentence. */
export function WhyLine({ why, size = 14 }: { why: Why; size?: number }) {
  const { family, icon } = CAUSE_LOOKS[why.cause];
  return (
    <span className="flex items-start gap-1.5">
      <span className={`flex h-[1.5em] shrink-0 items-center ${FAMILY_CLASSES[family].text}`}>
        <StateIcon name={icon} size={size} />
      </span>
      <span className="wrap-anywhere min-w-0" dir="auto">
        <Sentence text={why.sentence} />
      </span>
    </span>
  );
}
