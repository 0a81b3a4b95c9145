import { oneOf, UNKEPT } from "../signs.ts";

const LONGEST_NAME = 200;
const UNKEEPABLE = oneOf(UNKEPT);

/** How the names begin under which waits, and what Waybill itself does for a task, are kept beside its steps. */
const OWN = ["event ", "sleep ", "waybill:"];

/** Why a task's step cannot have this name, as a sentence; undefined: it can. */
export function whyNoStepName(name: string): string | undefined {
  // a task need not be TypeScript
  if (typeof name !== "string" || name.length === 0 || name.length > LONGEST_NAME)
    return `The name of a step has 1 to ${LONGEST_NAME} characters.`;
  if (UNKEEPABLE.test(name))
    return `The name of a step has no characters that cannot be stored, such as NUL: ${JSON.stringify(name)}.`;
  const own = OWN.find((each) => name.startsWith(each));
  return own && `The name of a step does not begin with ${JSON.stringify(own)}, as Waybill's own do.`;
}
