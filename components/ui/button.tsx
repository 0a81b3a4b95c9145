import { cva, type VariantProps } from "class-variance-authority";
import { Slot } from "radix-ui";
import type { ComponentProps } from "react";
import { join } from "./join.ts";

const look = cva(
  "inline-flex shrink-0 items-center justify-center gap-1.5 whitespace-nowrap rounded-md font-medium transition-colors disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55",
  {
    variants: {
      kind: {
        filled: "bg-accent text-on-accent hover:bg-accent-strong",
        outline: "border border-line-strong bg-surface text-ink hover:bg-sunken",
        quiet: "text-ink hover:bg-sunken",
        danger: "border border-ink bg-surface text-ink hover:bg-ink hover:text-paper",
      },
      size: {
        normal: "h-8 px-3",
        small: "h-7 px-2 text-sm",
        icon: "size-8",
      },
    },
    defaultVariants: { kind: "outline", size: "normal" },
  },
);

type Props = ComponentProps<"button"> & VariantProps<typeof look> & { asChild?: boolean };

/** A button; with `asChild` its look on a link. Only a page's main action is filled. */
export function Button({ kind, size, asChild = false, className, type = "button", ...props }: Props) {
  const classes = join(look({ kind, size }), className);
  if (asChild) return <Slot.Root className={classes} {...props} />;
  return <button type={type} className={classes} {...props} />;
}
