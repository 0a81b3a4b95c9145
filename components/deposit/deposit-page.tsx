"use client";
import { Empty } from "../ui/empty.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { DepositDone } from "./deposit-done.tsx";
import { DepositSteps } from "./deposit-steps.tsx";
import { useDeposit } from "./use-deposit.ts";

/** A new deposit: collection, files or manifest, details, on one page. */
export function DepositPage() {
  const form = useDeposit();
  return (
    <>
      <PageHead title="New deposit" />
      <noscript>
        <p className="mb-4">
          Depositing here needs JavaScript. A script can deposit through the API instead.
        </p>
      </noscript>
      {form.collections.length === 0 ? (
        <Empty title="You have no collections yet.">Ask an admin for access.</Empty>
      ) : form.done ? (
        <DepositDone items={form.files.items} onAgain={form.again} />
      ) : (
        <DepositSteps form={form} />
      )}
    </>
  );
}
