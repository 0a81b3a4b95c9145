import type { Metadata } from "next";
import { ImportPage } from "../../../../components/profiles/import-page.tsx";
import { allow } from "../../../../operations/allow.ts";
import { guarded } from "../../_page/guard.tsx";

export const metadata: Metadata = { title: "Import a profile" };

export default function ImportRoute() {
  return guarded(async ({ actor }) => {
    allow(actor, "change-profile");
    return <ImportPage />;
  });
}
