import type { Metadata } from "next";
import { searchValue } from "../../components/rows/url-filter.model.ts";
import { EntryCard } from "../../components/sign-in/entry-card.tsx";
import { SignInForm } from "../../components/sign-in/sign-in-form.tsx";
import { TextLink } from "../../components/ui/row-link.tsx";
import { returnTo } from "../../core/access/return-to.ts";

export const metadata: Metadata = { title: "Sign in" };

export default async function SignInPage({ searchParams }: PageProps<"/sign-in">) {
  const wanted = searchValue(await searchParams, "returnTo");
  return (
    <EntryCard title="Sign in to Waybill">
      <SignInForm returnTo={returnTo(wanted)} />
      <p className="mt-4">
        <TextLink href="/forgotten-password">Forgotten password</TextLink>
      </p>
    </EntryCard>
  );
}
