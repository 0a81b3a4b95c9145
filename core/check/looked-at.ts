/** What a check looks at: the name of many, under which it is counted, and of one. */
const LOOKED_AT = {
  "stored objects": "stored object",
  "recorded objects": "recorded object",
  "objects of a storage without settings": "object of a storage without settings",
  "objects read": "object read",
  batches: "batch",
  folders: "folder",
  jobs: "job",
  storages: "storage",
  tables: "table",
} as const satisfies Record<string, string>;
export type LookedAt = keyof typeof LOOKED_AT;

const ONE: ReadonlyMap<string, string> = new Map(Object.entries(LOOKED_AT));

/** The name that fits the number; of what a check did not count before, the name it has. */
export function lookedAtName(what: string, number: number): string {
  return number === 1 ? (ONE.get(what) ?? what) : what;
}
