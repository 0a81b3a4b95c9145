import { cx } from "class-variance-authority";
import { twMerge } from "tailwind-merge";

/** Joins class names; of two that set the same thing the later wins. */
export function join(...names: readonly (string | false | null | undefined)[]): string {
  return twMerge(cx(names));
}
