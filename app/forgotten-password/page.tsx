import type { Metadata } from "next";
import { duration } from "../../components/display/time.model.ts";
import { QueryProvider } from "../../components/queries/provider.tsx";
import { EntryCard } from "../../components/sign-in/entry-card.tsx";
import { ForgottenForm } from "../../components/sign-in/forgotten-form.tsx";
import { TextLink } from "../../components/ui/row-link.tsx";
import { root } from "../_server/root.ts";

export const metadata: Metadata = { title: "Forgotten password" };
export const dynamic = "force-dynamic";

export default function ForgottenPasswordPage() {
  const { SMTP_URL, RESET_LINK_MS } = root().env;
  return (
    <EntryCard title="Forgotten password">
      {SMTP_URL === undefined ? (
        <p>
          This installation sends no mail. Ask an admin for a one-time link: they create it on your page under
          People.
        </p>
      ) : (
        <QueryProvider>
          <ForgottenForm goodFor={duration(RESET_LINK_MS)} />
        </QueryProvider>
      )}
      <p className="mt-4">
        <TextLink href="/sign-in">Back to sign in</TextLink>
      </p>
    </EntryCard>
  );
}
