import type { Metadata } from "next";
import { Seeds } from "../../../components/queries/seeds.tsx";
import { sequencerQuery } from "../../../components/queries/sequencer.ts";
import { SequencerPage } from "../../../components/sequencer/sequencer-page.tsx";
import { getSequencer } from "../../../operations/sequencer/get.ts";
import { guarded } from "../_page/guard.tsx";

export const metadata: Metadata = { title: "Sequencer" };

export default function Sequencer() {
  return guarded(async (ctx) => (
    <Seeds seeds={[[sequencerQuery().queryKey, await getSequencer(ctx)]]}>
      <SequencerPage />
    </Seeds>
  ));
}
