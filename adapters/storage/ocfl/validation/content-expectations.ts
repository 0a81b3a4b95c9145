import { INVENTORY } from "../../../../core/storage/ocfl-names.ts";
import type { Findings } from "./findings.ts";
import type { DigestBlock, InventoryModel } from "./inventory-model.ts";

/** A digest that a content file must have. `code`: the finding if it does not. */
export type Expectation = { readonly algorithm: string; readonly digest: string; readonly code: string };

/** What all inventories of one object say about its content files, by content path. */
export class ContentExpectations {
  readonly #current = new Map<string, string>();
  readonly #further = new Map<string, Expectation[]>();
  readonly #algorithm: string;

  constructor(root: InventoryModel) {
    this.#algorithm = root.algorithm;
    for (const [path, digest] of entriesOf(root.manifest)) this.#current.set(path, digest);
    this.#addFixity(root);
  }

  /** Adds the inventory of a version folder; a path that it has and the object's does not is reported at once. */
  addOlder(inventory: InventoryModel, name: string, findings: Findings): void {
    for (const [path, digest] of entriesOf(inventory.manifest)) {
      if (!this.#current.has(path)) {
        findings.add("E092", `${name}/${INVENTORY}`, `It has ${path}, the object's inventory has not.`);
      }
      const isKnown = inventory.algorithm === this.#algorithm && this.#current.get(path) === digest;
      if (!isKnown) this.#add(path, { algorithm: inventory.algorithm, digest, code: "E092" });
    }
    this.#addFixity(inventory);
  }

  /** Paths that inventories name, whose files must exist. */
  paths(): readonly string[] {
    return [...new Set([...this.#current.keys(), ...this.#further.keys()])];
  }

  of(path: string): readonly Expectation[] {
    const digest = this.#current.get(path);
    const current = digest === undefined ? [] : [{ algorithm: this.#algorithm, digest, code: "E092" }];
    return [...current, ...(this.#further.get(path) ?? [])];
  }

  #addFixity(inventory: InventoryModel): void {
    for (const [algorithm, block] of inventory.fixity) {
      for (const [path, digest] of entriesOf(block)) this.#add(path, { algorithm, digest, code: "E093" });
    }
  }

  #add(path: string, expectation: Expectation): void {
    const known = this.#further.get(path) ?? [];
    const isThere = known.some(
      ({ algorithm, digest }) => algorithm === expectation.algorithm && digest === expectation.digest,
    );
    if (!isThere) this.#further.set(path, [...known, expectation]);
  }
}

function* entriesOf(block: DigestBlock): Generator<readonly [path: string, digest: string]> {
  for (const [digest, paths] of block) for (const path of paths) yield [path, digest.toLowerCase()];
}
