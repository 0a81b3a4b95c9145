import type { Problem } from "../errors.ts";
import { CONTROLS, DAMAGE, HALVES, oneOf, SEPARATORS, TURNS } from "../signs.ts";
import { describeProblem, MANIFEST_PROBLEMS, type ManifestCode, type Report } from "./problems.ts";
import { fitsUtf8 } from "./utf8-length.ts";

/** The most bytes, in UTF-8, of a name's part between two slashes, and of a whole name. */
const MAX_PART_BYTES = 255;
const MAX_NAME_BYTES = 4096;

const UNREADABLE = oneOf(DAMAGE, HALVES);
const CONTROL = oneOf(CONTROLS);
const ABSOLUTE = /^(?:\/|[a-z]:\/)/i;
const DIRECTION = oneOf(TURNS, SEPARATORS);
const WINDOWS =
  /[<>:"|?*]|[. ](?:\/|$)|(?:^|\/)(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.[^/]*)?(?:\/|$)/i;

type Rule = (name: string, parts: readonly string[]) => boolean;

const REFUSED = {
  name_unreadable: (name) => UNREADABLE.test(name),
  name_control: (name) => CONTROL.test(name),
  name_backslash: (name) => name.includes("\\"),
  name_absolute: (name) => ABSOLUTE.test(name),
  name_dots: (_, parts) => parts.some((part) => part === "." || part === ".."),
  name_empty_part: (name, parts) => parts.includes("", name.startsWith("/") ? 1 : 0),
  name_part_too_long: (_, parts) => parts.some((part) => !fitsUtf8(part, MAX_PART_BYTES)),
  name_too_long: (name) => !fitsUtf8(name, MAX_NAME_BYTES),
} as const satisfies Partial<Record<ManifestCode, Rule>>;
const REFUSALS = Object.entries(REFUSED) as [keyof typeof REFUSED, Rule][];

/**
 * Whether a file may have this name: a path with `/` between folders, relative to the object's top folder. Reports
 * every reason against it, and warns about names that some systems cannot store. The name is judged as given, not
 * changed. Source: docs/reference/manifest.md, "File names"; OCFL 1.1 section 3.5.3.1 (logical paths).
 */
export function checkName(name: string, report: Report): boolean {
  const parts = name.split("/");
  let fine = true;
  for (const [code, applies] of REFUSALS) {
    if (!applies(name, parts)) continue;
    fine = false;
    report(code, { name, most: code === "name_too_long" ? MAX_NAME_BYTES : MAX_PART_BYTES });
  }
  if (!fine) return false;
  if (WINDOWS.test(name)) report("name_windows", { name });
  if (DIRECTION.test(name)) report("name_direction", { name });
  return true;
}

/** The problems and warnings of a name. */
export type NameVerdict = { readonly problems: readonly Problem[]; readonly warnings: readonly Problem[] };

/** `checkName` for a name outside a manifest, e.g. an upload's; an empty name is refused too. */
export function judgeName(name: string): NameVerdict {
  const found: Record<"problem" | "warning", Problem[]> = { problem: [], warning: [] };
  checkName(name, (code, ...facts) => {
    found[MANIFEST_PROBLEMS[code].severity].push(describeProblem(0, code, ...facts));
  });
  return { problems: found.problem, warnings: found.warning };
}
