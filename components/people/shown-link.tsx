"use client";
import { useEffect, useRef } from "react";
import type { MadeLinkView } from "../../core/contracts/account-views.ts";
import { ExactTime, Time } from "../display/time.tsx";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";

type Props = {
  readonly name: string;
  readonly email: string;
  readonly link: MadeLinkView;
  readonly onDone: () => void;
};

/** A one-time link just made, shown once. Takes focus, since it must be copied now. */
export function ShownLink({ name, email, link, onDone }: Props) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), []);
  const what = link.kind === "invitation" ? "Invitation" : "Link to choose a new password";
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-label={`${what} for ${name}`}
      className="rounded-md border border-time-solid bg-time-soft p-3"
    >
      <p className="font-medium" dir="auto">
        {what} for {name}. It is not shown again.
      </p>
      <p className="mt-1">
        {link.mailed ? `A mail with it is on its way to ${email}.` : "Share it securely: no mail is sent."} It
        works once and ends <Time at={link.expiresAt} />, on <ExactTime at={link.expiresAt} />.
      </p>
      <p className="my-2 flex flex-wrap items-center gap-2">
        <code className="break-all rounded-sm border border-line bg-surface px-2 py-1 font-mono text-sm">
          {link.url}
        </code>
        <CopyButton text={link.url} what="link" />
      </p>
      <Button size="small" onClick={onDone}>
        Hide the link
      </Button>
    </section>
  );
}
