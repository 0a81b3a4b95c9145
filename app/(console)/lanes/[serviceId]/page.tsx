import type { Metadata } from "next";
import { LanePage } from "../../../../components/lanes/lane-page.tsx";
import { laneQuery } from "../../../../components/queries/lanes.ts";
import { Seeds } from "../../../../components/queries/seeds.tsx";
import { readPathPart } from "../../../../lib/read-path-part.ts";
import { getLane } from "../../../../operations/lane/get.ts";
import { guarded } from "../../_page/guard.tsx";

export async function generateMetadata({ params }: PageProps<"/lanes/[serviceId]">): Promise<Metadata> {
  return { title: `Lane ${readPathPart((await params).serviceId)}` };
}

export default function LaneRoute({ params }: PageProps<"/lanes/[serviceId]">) {
  return guarded(async (ctx) => {
    const serviceId = readPathPart((await params).serviceId);
    const lane = await getLane(ctx, serviceId);
    return (
      <Seeds seeds={[[laneQuery(serviceId).queryKey, lane]]}>
        <LanePage serviceId={serviceId} />
      </Seeds>
    );
  });
}
