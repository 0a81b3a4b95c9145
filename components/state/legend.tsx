import { ALARM_LOOKS } from "../lanes/alarm-look.model.ts";
import { ARK_LOOKS } from "./ark.model.ts";
import { BATCH_LOOKS } from "./batch.model.ts";
import { CALLBACK_LOOKS } from "./callback.model.ts";
import { FAMILIES, FAMILY_WORDS, type StateLook } from "./families.model.ts";
import { FAMILY_CLASSES } from "./family-classes.ts";
import { JOB_LOOKS } from "./job.model.ts";
import { StateIcon } from "./state-icon.tsx";
import { SUBMISSION_LOOKS } from "./submission.model.ts";
import { TASK_LOOKS } from "./task.model.ts";
import { WAIT_LOOKS } from "./wait.model.ts";

function LegendList({ title, looks }: { title: string; looks: readonly StateLook[] }) {
  return (
    <section>
      <h3 className="mb-1 font-medium text-muted text-sm">{title}</h3>
      <dl className="grid grid-cols-[9.5rem_1fr] gap-x-3 gap-y-1.5">
        {looks.map((look) => (
          <div key={look.word} className="contents">
            <dt>
              <span
                className={`inline-flex items-center gap-1 rounded-sm px-1.5 py-0.5 font-medium text-xs ${FAMILY_CLASSES[look.family].badge}`}
              >
                <StateIcon name={look.icon} />
                {look.word}
              </span>
            </dt>
            <dd className="text-sm">{look.sentence}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Every state and what it means, from the same tables as the badges. */
export function StateLegend() {
  return (
    <div className="grid gap-5">
      <section>
        <h3 className="mb-1 font-medium text-muted text-sm">Colours</h3>
        <dl className="grid grid-cols-[9.5rem_1fr] gap-x-3 gap-y-1">
          {FAMILIES.map((family) => (
            <div key={family} className="contents">
              <dt className="flex items-center gap-2 text-sm">
                <span className={`size-2.5 rounded-sm ${FAMILY_CLASSES[family].solid}`} />
                {FAMILY_WORDS[family].name}
              </dt>
              <dd className="text-sm">{FAMILY_WORDS[family].sentence}</dd>
            </div>
          ))}
        </dl>
      </section>
      <LegendList title="Batches" looks={Object.values(BATCH_LOOKS)} />
      <LegendList title="Batches in their lanes" looks={Object.values(SUBMISSION_LOOKS)} />
      <LegendList title="Alarms of lanes" looks={Object.values(ALARM_LOOKS)} />
      <LegendList title="Jobs" looks={Object.values(JOB_LOOKS)} />
      <LegendList title="Waits" looks={WAIT_LOOKS} />
      <LegendList title="Identifiers" looks={Object.values(ARK_LOOKS)} />
      <LegendList title="Tasks" looks={Object.values(TASK_LOOKS)} />
      <LegendList title="Callbacks" looks={Object.values(CALLBACK_LOOKS)} />
    </div>
  );
}
