import type { Metadata } from "next";
import { NewCollectionPage } from "../../../../components/profiles/new-collection-page.tsx";
import { allow } from "../../../../operations/allow.ts";
import { guarded } from "../../_page/guard.tsx";

export const metadata: Metadata = { title: "New collection" };

export default function NewCollectionRoute() {
  return guarded(async ({ actor }) => {
    allow(actor, "change-profile");
    return <NewCollectionPage />;
  });
}
