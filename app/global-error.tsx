"use client";
import "./globals.css";
import { PageError } from "../components/ui/page-error.tsx";

/** Stands in for the whole document when even its layout could not be made. */
export default function GlobalError(props: { error: unknown; retry: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>Waybill</title>
        <main className="px-6">
          <PageError {...props} />
        </main>
      </body>
    </html>
  );
}
