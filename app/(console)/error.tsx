"use client";
import { PageError } from "../../components/ui/page-error.tsx";

export default function ConsoleError(props: { error: unknown; retry: () => void }) {
  return <PageError {...props} />;
}
