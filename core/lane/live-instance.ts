/** Every worker reports itself every 5 s; one not seen for this long counts as gone. */
export const INSTANCE_FRESH_MS = 15_000;
