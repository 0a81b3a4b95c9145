import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { TextLink } from "../../../components/ui/row-link.tsx";
import { WholePage } from "../../../components/ui/whole-page.tsx";
import { WaybillError } from "../../../core/errors.ts";
import type { Context } from "../../../operations/context.ts";
import { pageContext } from "../../_server/context.ts";

/** Renders a page for the person signed in; what does not exist or is not allowed becomes a page that says so. */
export async function guarded(draw: (ctx: Context) => Promise<ReactNode>): Promise<ReactNode> {
  const ctx = await pageContext();
  try {
    return await draw(ctx);
  } catch (error) {
    if (!(error instanceof WaybillError)) throw error;
    if (error.code === "not_found") notFound();
    if (error.code === "not_allowed") return <Forbidden role={ctx.actor.role} />;
    throw error;
  }
}

function Forbidden({ role }: { role: string }) {
  return (
    <WholePage title="Your role has no access to this page.">
      <p>You are signed in as {role}. An admin can give you another role.</p>
      <p>
        <TextLink href="/batches">Go to the list of batches</TextLink>
      </p>
    </WholePage>
  );
}
