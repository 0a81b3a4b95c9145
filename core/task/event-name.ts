const NAME = /^[\x21-\x7e]{1,100}$/;

/** Why an event cannot have this name, as a sentence; undefined: it can. For whoever waits for it, and whoever sends it. */
export function whyNoEventName(name: string): string | undefined {
  return NAME.test(name)
    ? undefined
    : "The name of an event has 1 to 100 printable characters without spaces.";
}
