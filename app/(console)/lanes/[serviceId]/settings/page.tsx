import type { Metadata } from "next";
import { LaneSettingsPage } from "../../../../../components/lanes/lane-settings-page.tsx";
import { laneQuery } from "../../../../../components/queries/lanes.ts";
import { Seeds } from "../../../../../components/queries/seeds.tsx";
import { readPathPart } from "../../../../../lib/read-path-part.ts";
import { laneChoices } from "../../../../../operations/lane/choices.ts";
import { getLane } from "../../../../../operations/lane/get.ts";
import { guarded } from "../../../_page/guard.tsx";

type Props = PageProps<"/lanes/[serviceId]/settings">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Settings of lane ${readPathPart((await params).serviceId)}` };
}

export default function LaneSettingsRoute({ params }: Props) {
  return guarded(async (ctx) => {
    const serviceId = readPathPart((await params).serviceId);
    const lane = await getLane(ctx, serviceId);
    return (
      <Seeds seeds={[[laneQuery(serviceId).queryKey, lane]]}>
        <LaneSettingsPage serviceId={serviceId} choices={laneChoices(ctx)} />
      </Seeds>
    );
  });
}
