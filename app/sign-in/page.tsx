import type { Metadata } from "next";
import { Mark } from "../../components/frame/room-icon.tsx";
import { searchValue } from "../../components/rows/url-filter.model.ts";
import { SignInForm } from "../../components/sign-in/sign-in-form.tsx";
import { returnTo } from "../../core/access/return-to.ts";

export const metadata: Metadata = { title: "Sign in" };

export default async function SignInPage({ searchParams }: PageProps<"/sign-in">) {
  const wanted = searchValue(await searchParams, "returnTo");
  return (
    <main className="mx-auto grid min-h-dvh max-w-sm content-center px-4 py-10">
      <div className="rounded-md border border-line bg-surface p-6">
        <h1 className="mb-5 flex items-center gap-2 text-xl">
          <Mark size={22} />
          Sign in to Waybill
        </h1>
        <SignInForm returnTo={returnTo(wanted)} />
      </div>
    </main>
  );
}
