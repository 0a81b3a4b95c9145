import type { LaneView } from "../../core/contracts/lane-views.ts";
import { listed } from "../display/amount.model.ts";
import { duration } from "../display/time.model.ts";
import { Time } from "../display/time.tsx";
import { Fact, Facts, Panel } from "../ui/panel.tsx";
import { TextLink } from "../ui/row-link.tsx";
import { LaneWorker } from "./claim-left.tsx";
import { fieldsOf, writeSetting } from "./setting-fields.model.ts";

const STARTS_WHEN = { accepted: "once it is accepted", positioned: "once it has its position" } as const;
const AFTER_INVALID = { continue: "goes on with the next", halt: "halts" } as const;

/** How a lane is set up, and who works it. */
export function LaneFacts({ lane }: { lane: LaneView }) {
  const { backend, ledger, ordering, width, collections, claim, settings } = lane;
  return (
    <Panel title="Lane">
      <Facts>
        <Fact name="Worker">
          <LaneWorker claim={claim} why={lane.why} />
        </Fact>
        {claim ? <Fact name="Fence">{claim.fence}</Fact> : null}
        <Fact name="Ends at">{ledger ? `${backend}, connection ${ledger}` : backend}</Fact>
        <Fact name="Order">{ordering === "serial" ? "one at a time" : `none, up to ${width} at a time`}</Fact>
        <Fact name="A batch may begin">{STARTS_WHEN[settings.startsWhen]}</Fact>
        <Fact name={collections.length === 1 ? "Collection" : "Collections"}>
          {collections.length === 0 ? <span className="text-muted">none</span> : null}
          {collections.map((slug, at) => (
            <span key={slug}>
              {at > 0 ? ", " : ""}
              <TextLink href={`/batches?collection=${encodeURIComponent(slug)}`}>{slug}</TextLink>
            </span>
          ))}
        </Fact>
        {backend === "repository" ? null : <LedgerFacts settings={settings} />}
        <Fact name="Delay window">{duration(settings.delayWindowMs)}</Fact>
        <OwnSettings lane={lane} />
      </Facts>
    </Panel>
  );
}

/** Told by the facts above, standard or not. */
const ALWAYS_TOLD: readonly string[] = ["delayWindowMs", "tries", "postTimeoutMs", "graceMs", "graceAnswers"];

/** Further settings, where they differ from the standard. */
function OwnSettings({ lane: { backend, ownSettings, settings } }: { lane: LaneView }) {
  const own = fieldsOf(backend).flatMap(({ fields }) =>
    fields.filter(({ name }) => name in ownSettings && !ALWAYS_TOLD.includes(name)),
  );
  return own.map((field) => (
    <Fact key={field.name} name={field.label}>
      {writeSetting(field, settings[field.name])}
    </Fact>
  ));
}

function LedgerFacts({ settings }: Pick<LaneView, "settings">) {
  const { afterInvalid, tries, postTimeoutMs, graceMs, graceAnswers } = settings;
  return (
    <>
      <Fact name="After a refusal">{AFTER_INVALID[afterInvalid]}</Fact>
      <Fact name="Tries">
        {tries}, each up to {duration(postTimeoutMs)}
      </Fact>
      <Fact name="Forgotten after">{listed([duration(graceMs), `${graceAnswers} answers in a row`])}</Fact>
    </>
  );
}

/** The processes that work lanes and jobs. */
export function LaneInstances({ lane: { instances, claim } }: { lane: LaneView }) {
  return (
    <Panel title="Workers">
      {instances.length === 0 ? (
        <p className="text-muted">No worker is running. An operator must start one.</p>
      ) : null}
      <ul className="grid gap-1">
        {instances.map(({ id, seenAt }) => (
          <li key={id} className="wrap-anywhere">
            <code className="font-mono text-sm">{id}</code>{" "}
            <span className="text-muted text-sm">
              seen <Time at={seenAt} />
              {claim?.instance === id ? ", works this lane" : ""}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
