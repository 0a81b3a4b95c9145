import type { Metadata } from "next";
import { AccountPage } from "../../../components/account/account-page.tsx";
import { accountQuery } from "../../../components/queries/account.ts";
import { Seeds } from "../../../components/queries/seeds.tsx";
import { tokensQuery } from "../../../components/queries/tokens.ts";
import { can } from "../../../core/access/roles.ts";
import { getAccount } from "../../../operations/account/get.ts";
import { listTokens } from "../../../operations/token/list.ts";
import { guarded } from "../_page/guard.tsx";

export const metadata: Metadata = { title: "My account" };

export default function AccountRoute() {
  return guarded(async (ctx) => {
    const account = await getAccount(ctx);
    const tokens = can(ctx.actor, "manage-own-tokens") ? await listTokens(ctx) : [];
    return (
      <Seeds
        seeds={[
          [accountQuery().queryKey, account],
          [tokensQuery().queryKey, tokens],
        ]}
      >
        <AccountPage />
      </Seeds>
    );
  });
}
