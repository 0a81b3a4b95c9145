import { linkable } from "./web-address.model.ts";

/** A source's address: a link when it is http or https, else plain text. */
export function WebAddress({ address }: { address: string }) {
  const href = linkable(address);
  const text = <span className="break-all font-mono text-sm">{address}</span>;
  if (!href) return text;
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="underline decoration-line-strong underline-offset-2"
    >
      {text}
    </a>
  );
}
