import type { Metadata } from "next";
import { TextLink } from "../components/ui/row-link.tsx";
import { WholePage } from "../components/ui/whole-page.tsx";

export const metadata: Metadata = { title: "Nothing here" };

export default function NotFound() {
  return (
    <main className="px-6">
      <WholePage title="There is nothing at this address.">
        <p>It may be mistyped. Ids of batches, jobs and objects are never reused.</p>
        <p>
          <TextLink href="/">Go to the start page</TextLink>
        </p>
      </WholePage>
    </main>
  );
}
