"use client";
import { PageError } from "../components/ui/page-error.tsx";

export default function ErrorPage(props: { error: unknown; retry: () => void }) {
  return (
    <main className="px-6">
      <PageError {...props} />
    </main>
  );
}
