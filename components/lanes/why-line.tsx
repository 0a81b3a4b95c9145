import type { WhyView } from "../../core/contracts/lane-views.ts";
import { Sentence } from "../display/sentence.tsx";
import { FAMILY_CLASSES } from "../state/family-classes.ts";
import { StateIcon } from "../state/state-icon.tsx";
import { join } from "../ui/join.ts";
import { CAUSE_LOOKS } from "./cause-look.model.ts";

type Props = {
  readonly why: WhyView;
  readonly size?: number;
  /** In a row: cut after so many lines, all of it on hover and on the lane's page. */
  readonly lines?: 1 | 2;
};

/** Why a lane waits: an icon in its colour, and the sentence. */
export function WhyLine({ why, size = 14, lines }: Props) {
  const { family, icon } = CAUSE_LOOKS[why.cause];
  const cut = lines && (lines === 1 ? "line-clamp-1" : "line-clamp-2");
  return (
    <span className="flex items-start gap-1.5">
      <span className={`flex h-[1.5em] shrink-0 items-center ${FAMILY_CLASSES[family].text}`}>
        <StateIcon name={icon} size={size} />
      </span>
      <span
        className={join("wrap-anywhere min-w-0", cut)}
        dir="auto"
        title={lines ? why.sentence : undefined}
      >
        <Sentence pieces={why.pieces} />
      </span>
    </span>
  );
}
