"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ProfileView } from "../../core/contracts/profile-views.ts";
import { useViewer } from "../frame/viewer.tsx";
import { laneAddress } from "../lanes/lane-address.ts";
import { profileQuery } from "../queries/profiles.ts";
import { KeptBase } from "../ui/kept-base.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { Fact, Facts, Panel } from "../ui/panel.tsx";
import { ReadError } from "../ui/read-error.tsx";
import { TextLink } from "../ui/row-link.tsx";
import { RowsSkeleton } from "../ui/skeleton.tsx";
import { draftOf, PROFILE_FIELDS, shown } from "./profile-fields.model.ts";
import { ProfileForm } from "./profile-form.tsx";
import { VersionTable } from "./version-table.tsx";

/** A collection's settings: to be changed by those who may, to be read by the others, with their history. */
export function ProfilePage({ slug }: { slug: string }) {
  const { data: profile, error, refetch } = useQuery(profileQuery(slug));
  const [said, setSaid] = useState("");
  const { may } = useViewer();
  const retry = () => void refetch();
  if (!profile) {
    if (!error) return <RowsSkeleton label="Loading the collection" />;
    return <ReadError what="The collection" error={error} kept={false} onRetry={retry} />;
  }
  return (
    <>
      <PageHead
        title={profile.name}
        beside={<code className="font-mono text-muted text-sm">{slug}</code>}
        below={
          <>
            <span>Profile version {profile.version}</span>
            <span>
              Lane <TextLink href={laneAddress(profile.lane)}>{profile.lane}</TextLink>
            </span>
            <TextLink href={`/batches?collection=${encodeURIComponent(slug)}`}>Its batches</TextLink>
          </>
        }
      />
      <ReadError what="The collection" error={error} kept onRetry={retry} />
      <p role="status" aria-label="What was done" className="mb-4 text-done empty:m-0">
        {said}
      </p>
      <div className="grid gap-8">
        {may["change-profile"] ? (
          <Editing profile={profile} onDone={setSaid} />
        ) : (
          <Reading profile={profile} />
        )}
        <Panel title="History">
          <VersionTable versions={profile.versions} />
        </Panel>
      </div>
    </>
  );
}

const versionOf = ({ version }: ProfileView) => version;

function Editing({ profile, onDone }: { profile: ProfileView; onDone: (said: string) => void }) {
  return (
    <KeptBase
      thing={profile}
      versionOf={versionOf}
      stale="Someone else has changed this profile in the meantime."
      discard="Show the new version and discard mine"
    >
      {(base, isStale, onChanged) => (
        <ProfileForm
          key={base.version}
          profile={base}
          isStale={isStale}
          onDone={(changed, said) => {
            onDone(said);
            onChanged(changed);
          }}
        />
      )}
    </KeptBase>
  );
}

function Reading({ profile }: { profile: ProfileView }) {
  const draft = draftOf(profile.settings);
  return (
    <>
      {PROFILE_FIELDS.map(({ title, fields }) => (
        <Panel key={title} title={title}>
          <Facts>
            {fields.map((field) => (
              <Fact key={field.name} name={field.label}>
                {shown(field, draft[field.name])}
              </Fact>
            ))}
          </Facts>
        </Panel>
      ))}
    </>
  );
}
