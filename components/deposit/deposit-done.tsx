"use client";
import { useEffect, useRef } from "react";
import { counted } from "../display/amount.model.ts";
import { Button } from "../ui/button.tsx";
import { TextLink } from "../ui/row-link.tsx";
import type { Item } from "./deposit.model.ts";

/** After several deposits: what was accepted, and where each is. */
export function DepositDone({ items, onAgain }: { items: readonly Item[]; onAgain: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="max-w-4xl">
      <h2 ref={heading} tabIndex={-1} className="mb-3 text-2xl outline-none">
        {items.length === 1 ? "Accepted." : `${counted(items.length, "deposit")} accepted.`}
      </h2>
      <ul className="mb-4 rounded-md border border-line bg-surface">
        {items.map((item) =>
          item.send.kind === "accepted" ? (
            <li key={item.key} className="border-line border-b px-3 py-2 last:border-b-0">
              <TextLink href={`/batches/${item.send.batchId}`}>{item.file.name}</TextLink>
            </li>
          ) : null,
        )}
      </ul>
      <Button onClick={onAgain}>New deposit</Button>
    </section>
  );
}
