import { ProfileSettings } from "../../core/contracts/profile.ts";
import type { ProfileImported } from "../../core/contracts/profile-views.ts";
import { counted } from "../display/amount.model.ts";
import { DifferenceList } from "../ui/difference-list.tsx";
import { Notice } from "../ui/notice.tsx";
import { Panel } from "../ui/panel.tsx";
import { ProblemList } from "../ui/problem-list.tsx";
import { TextLink } from "../ui/row-link.tsx";
import { collectionAddress } from "./collection-address.ts";
import { differencesOf } from "./profile-fields.model.ts";

const WOULD = {
  create: "This creates a new collection.",
  change: "This gives the collection a new version of its profile.",
  same: "The collection already has these settings.",
} as const satisfies Record<ProfileImported["outcome"], string>;

const DONE = {
  create: "The collection is created.",
  change: "The collection has a new version of its profile.",
  same: "The collection already had these settings; nothing changed.",
} as const satisfies Record<ProfileImported["outcome"], string>;

/** What a profile file came to: what is wrong with it, or what was or would be done. */
export function ImportFindings({ found }: { found: ProfileImported }) {
  const { problems, notes, slug, name, outcome, done } = found;
  const differences = differencesOf(ProfileSettings.parse({}), found.settings);
  if (problems.length > 0)
    return (
      <Notice
        kind="error"
        role="alert"
        title={`The profile cannot be imported: ${counted(problems.length, "problem")}.`}
      >
        <ProblemList problems={problems} />
      </Notice>
    );
  return (
    <>
      <Notice kind={done ? "good" : "info"} role="status" title={done ? DONE[outcome] : WOULD[outcome]}>
        <p>
          {name}, <code className="font-mono text-sm">{slug}</code>
          {done ? (
            <>
              {" "}
              <TextLink href={collectionAddress(slug)}>Open it</TextLink>
            </>
          ) : null}
        </p>
      </Notice>
      <Panel title="Non-standard settings">
        <DifferenceList differences={differences} />
      </Panel>
      {notes.length > 0 ? (
        <Panel title="Worth knowing">
          <ProblemList problems={notes} />
        </Panel>
      ) : null}
    </>
  );
}
