"use client";
import { Tabs } from "radix-ui";
import type { MailView } from "../../core/contracts/views.ts";
import { useUrlFilter } from "../rows/use-url-filter.ts";

const TAB =
  "rounded-md px-2.5 py-1 text-muted hover:text-ink data-[state=active]:bg-sunken data-[state=active]:font-medium data-[state=active]:text-ink";

/** The mail's text, or its formatted form in a frame that runs nothing and fetches nothing. */
export function MailBody({ mail }: { mail: MailView }) {
  const url = useUrlFilter();
  const hasHtml = mail.html !== "";
  const shown = hasHtml && url.value("view") === "html" ? "html" : "text";
  return (
    <Tabs.Root
      value={shown}
      onValueChange={(view) => url.set({ view: view === "html" ? "html" : undefined }, "replace")}
    >
      <Tabs.List aria-label="Form of the mail" className="mb-2 flex gap-1" data-print="no">
        <Tabs.Trigger value="text" className={TAB}>
          Text
        </Tabs.Trigger>
        {hasHtml ? (
          <Tabs.Trigger value="html" className={TAB}>
            Formatted
          </Tabs.Trigger>
        ) : null}
      </Tabs.List>
      <Tabs.Content value="text">
        <pre
          className="wrap-anywhere whitespace-pre-wrap rounded-md border border-line bg-surface p-4 font-mono text-sm"
          dir="auto"
        >
          {mail.text}
        </pre>
      </Tabs.Content>
      <Tabs.Content value="html">
        <iframe
          title="The mail, formatted"
          sandbox=""
          srcDoc={`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">${mail.html}`}
          className="h-[70vh] w-full rounded-md border border-line bg-[#ffffff]"
        />
      </Tabs.Content>
    </Tabs.Root>
  );
}
