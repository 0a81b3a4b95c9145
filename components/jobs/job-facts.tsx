import type { JobRecordView, JobView } from "../../core/contracts/views.ts";
import { versionSentence } from "../../core/report/version-words.ts";
import { count, counted } from "../display/amount.model.ts";
import { Bytes } from "../display/amounts.tsx";
import { Embargo } from "../display/embargo.tsx";
import { ExactTime } from "../display/time.tsx";
import { ArkNote } from "../state/ark-note.tsx";
import { JOB_LOOKS } from "../state/job.model.ts";
import { Mono } from "../ui/mono.tsx";
import { Fact, Facts, Panel } from "../ui/panel.tsx";
import { TextLink } from "../ui/row-link.tsx";
import { WebAddress } from "../ui/web-address.tsx";

/** What a job is: its identifiers, its payload, and how it stands. */
export function JobFacts({ job }: { job: JobView }) {
  return (
    <Panel title="Job">
      <Facts>
        <Identity job={job} />
        <Payload job={job} />
        <Fact name="Working space">
          {job.spaceReserved === "0" ? "none reserved" : <Bytes value={job.spaceReserved} />}
          {job.spaceNeeded === "0" ? null : (
            <span className="text-muted">
              {" "}
              of <Bytes value={job.spaceNeeded} /> needed
            </span>
          )}
        </Fact>
        <Fact name="Last successful stage">
          {job.lastSuccessfulState ? JOB_LOOKS[job.lastSuccessfulState].word : "none yet"}
        </Fact>
        <Fact name="Resumed">{job.retryCount === 0 ? "never" : counted(job.retryCount, "time")}</Fact>
        <Fact name="Priority">{job.priority} (0 is first)</Fact>
        <Fact name="Created">
          <ExactTime at={job.createdAt} />
        </Fact>
        {job.endedAt ? (
          <Fact name="Ended">
            <ExactTime at={job.endedAt} />
          </Fact>
        ) : null}
        {job.record ? <JobRecord record={job.record} /> : null}
      </Facts>
    </Panel>
  );
}

/** What an operator may need to find it on disk, or at its source. */
function JobRecord({ record }: { record: JobRecordView }) {
  const { update, payloadVersion, digest, workingDirectory, resourceToProvision } = record;
  return (
    <>
      <Fact name="Update">{update ? "yes, files not in the deposit are kept" : "no"}</Fact>
      <Fact name="Payload version">{payloadVersion}</Fact>
      <Fact name="Declared digest">
        {digest ? <Mono text={digest.value} what={`${digest.type} digest`} /> : "none"}
      </Fact>
      <Fact name="Working folder">
        {workingDirectory ? <Mono text={workingDirectory} what="folder" /> : "none"}
      </Fact>
      {resourceToProvision ? <Fact name="Resource to provision">{resourceToProvision}</Fact> : null}
    </>
  );
}

function Identity({ job }: { job: JobView }) {
  return (
    <>
      <Fact name="Identifier">
        {job.ark ? <Mono text={job.ark} what="ARK" /> : "assigned when the files have arrived"}
        {job.identifier ? <ArkNote standing={job.identifier} /> : null}
        {job.objectId ? (
          <span className="block">
            <TextLink href={`/objects/${job.objectId}`}>Open the object</TextLink>
          </span>
        ) : null}
      </Fact>
      {job.made ? <Fact name="Stored">{versionSentence(job.made)}</Fact> : null}
      {job.localIds.length > 0 ? (
        <Fact name="Local identifiers">
          <ul>
            {job.localIds.map((id) => (
              <li key={id} dir="auto">
                {id}
              </li>
            ))}
          </ul>
        </Fact>
      ) : null}
      {job.creator ? (
        <Fact name="Creator">
          <span dir="auto">{job.creator}</span>
        </Fact>
      ) : null}
      {job.date ? <Fact name="Date">{job.date}</Fact> : null}
      {job.embargoUntil ? (
        <Fact name="Embargo">
          <Embargo until={job.embargoUntil} />
        </Fact>
      ) : null}
    </>
  );
}

function Payload({ job }: { job: JobView }) {
  const files = job.files;
  return (
    <>
      <Fact name="Payload">
        {job.payload === "manifest" ? "Manifest" : job.payload === "container" ? "Container" : "File"}{" "}
        <span dir="auto">{job.filename}</span>
        {job.payloadUrl ? (
          <span className="block">
            <WebAddress address={job.payloadUrl} />
          </span>
        ) : null}
      </Fact>
      <Fact name="Files">
        {files.count === 0 ? (
          "not known yet"
        ) : (
          <>
            {count(files.verified)} of {counted(files.count, "file")} verified, <Bytes value={files.bytes} />
          </>
        )}
      </Fact>
    </>
  );
}
