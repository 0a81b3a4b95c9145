import type { Metadata } from "next";
import { QueryProvider } from "../../components/queries/provider.tsx";
import { ChoosePassword } from "../../components/sign-in/choose-password.tsx";

export const metadata: Metadata = { title: "Choose a password" };
export const dynamic = "force-dynamic";

export default function ChoosePasswordPage() {
  return (
    <QueryProvider>
      <ChoosePassword />
    </QueryProvider>
  );
}
