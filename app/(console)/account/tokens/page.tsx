import type { Metadata } from "next";
import { Seeds } from "../../../../components/queries/seeds.tsx";
import { tokensQuery } from "../../../../components/queries/tokens.ts";
import { TokenPage } from "../../../../components/tokens/token-page.tsx";
import { listTokens } from "../../../../operations/token/list.ts";
import { guarded } from "../../_page/guard.tsx";

export const metadata: Metadata = { title: "API tokens" };

export default function TokensRoute() {
  return guarded(async (ctx) => (
    <Seeds seeds={[[tokensQuery().queryKey, await listTokens(ctx)]]}>
      <TokenPage />
    </Seeds>
  ));
}
