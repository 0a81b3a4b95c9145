import type { BatchView } from "../../core/contracts/views.ts";
import { Bytes } from "../display/amounts.tsx";
import { ExactTime } from "../display/time.tsx";
import { laneAddress } from "../lanes/lane-address.ts";
import { Mono } from "../ui/mono.tsx";
import { Fact, Facts, Panel } from "../ui/panel.tsx";
import { TextLink } from "../ui/row-link.tsx";
import { KIND_WORDS } from "./kind-words.model.ts";

/** What is known about a batch from the start. */
export function BatchFacts({ batch }: { batch: BatchView }) {
  return (
    <Panel title="Deposit">
      <Facts>
        <Fact name="File">
          <span dir="auto">{batch.filename}</span>
        </Fact>
        <Fact name="Size">
          <Bytes value={batch.payloadSize} />
        </Fact>
        <Fact name="Kind">{KIND_WORDS[batch.kind]}</Fact>
        <Fact name="Collection">{batch.collectionName}</Fact>
        <Fact name="Deposited by">{batch.submitter}</Fact>
        <Fact name="Deposited">
          <ExactTime at={batch.createdAt} />
        </Fact>
        {batch.endedAt ? (
          <Fact name="Ended">
            <ExactTime at={batch.endedAt} />
          </Fact>
        ) : null}
        <Fact name="Place in lane">
          {batch.laneSeq} in <TextLink href={laneAddress(batch.lane)}>{batch.lane}</TextLink>
        </Fact>
        <Fact name="Position">
          {batch.position ? (
            <>
              {Number(batch.position).toLocaleString("en-US")} in the order of everything,{" "}
              <a
                className="text-accent underline decoration-line-strong underline-offset-2 hover:decoration-current"
                href={`/api/v1/batches/${batch.id}/receipt`}
              >
                signed receipt
              </a>
            </>
          ) : (
            "given in a moment"
          )}
        </Fact>
        <Fact name="Profile version">{batch.profileVersion}</Fact>
        <Fact name="SHA-256">
          <Mono text={batch.payloadSha256} what="SHA-256 of the file" className="text-xs" />
        </Fact>
      </Facts>
    </Panel>
  );
}
