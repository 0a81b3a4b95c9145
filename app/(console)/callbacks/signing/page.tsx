import type { Metadata } from "next";
import { SigningPage } from "../../../../components/callbacks/signing-page.tsx";
import { signingQuery } from "../../../../components/queries/callbacks.ts";
import { Seeds } from "../../../../components/queries/seeds.tsx";
import { listCallbackSecrets } from "../../../../operations/callback-secret/list.ts";
import { guarded } from "../../_page/guard.tsx";

export const metadata: Metadata = { title: "Signing keys of callbacks" };

export default function SigningRoute() {
  return guarded(async (ctx) => (
    <Seeds seeds={[[signingQuery().queryKey, await listCallbackSecrets(ctx)]]}>
      <SigningPage />
    </Seeds>
  ));
}
