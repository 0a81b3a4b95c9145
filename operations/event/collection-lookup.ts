import type { Db } from "../../prisma/client.ts";
import { collectionsOf } from "../../prisma/store/batch/load.ts";

const MOST_KEPT = 50_000;

/** Remembers which collection a batch or job belongs to. That never changes, so entries stay valid. */
export class CollectionLookup {
  readonly #db: Db;
  readonly #known = new Map<string, string>();

  constructor(db: Db) {
    this.#db = db;
  }

  /** Looks up the unknown ones in one statement. */
  async learn(batchIds: readonly string[], jobIds: readonly string[]): Promise<void> {
    const isNew = (id: string) => !this.#known.has(id);
    const [batches, jobs] = [batchIds.filter(isNew), jobIds.filter(isNew)];
    if (batches.length + jobs.length === 0) return;
    const rows = await collectionsOf(this.#db, batches, jobs);
    if (this.#known.size + rows.length > MOST_KEPT) this.#known.clear();
    for (const { id, collectionId } of rows) this.#known.set(id, collectionId);
  }

  of(id: string): string | undefined {
    return this.#known.get(id);
  }
}
