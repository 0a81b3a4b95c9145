import * as z from "zod";

/** Kinds of settings, parsed from the environment's text. Times are in milliseconds. */
export const flag = z.enum(["true", "false"]).transform((value) => value === "true");
export const ms = z.coerce.number().int().min(1);
export const count = z.coerce.number().int().min(1);
export const bytes = z.coerce.number().int().min(0);
export const list = z
  .string()
  .transform((value) =>
    value
      .split(",")
      .map((entry) => entry.trim())
      .filter(Boolean),
  )
  .pipe(z.array(z.string()));
