import type { Metadata } from "next";
import { NewLanePage } from "../../../../components/lanes/new-lane-page.tsx";
import { laneChoices } from "../../../../operations/lane/choices.ts";
import { guarded } from "../../_page/guard.tsx";

export const metadata: Metadata = { title: "New lane" };

export default function NewLaneRoute() {
  return guarded(async (ctx) => <NewLanePage choices={laneChoices(ctx)} />);
}
