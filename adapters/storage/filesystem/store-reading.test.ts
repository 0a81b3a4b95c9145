import { rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sha256, versionOf } from "../../../tests/fixtures/ocfl/deposits.ts";
import { makeSite } from "../../../tests/fixtures/ocfl/site.ts";

const _BIG = "waybill ".repeat(20_000);

describe("reading", () => {
  it("opens nothing else", async () => {
    const { store, root, sources } = await makeSite();
    const { root: object } = await store.put(versionOf("ark:/99999/fk4shut", 1, await sources({ a: "1" })));
    await symlink("/etc", join(root, object, "v1/content/etc"));
    const wrong = [
      [object, "../../../../../../../../etc/hostname"],
      [object, "v1/content/../../inventory.json"],
      [object, "inventory.json"],
      [object, "v1/inventory.json"],
      [object, "/etc/hostname"],
      [object, "v1/content/etc/hostname"],
      ["..", "v1/content/0000/000"],
      ["", `${object}/v1/content/0000/000`],
      [object.replace(/^.../, ".."), "v1/content/0000/000"],
    ] as const;
    for (const [folder, path] of wrong)
      await expect(store.open(folder, path)).rejects.toMatchObject({ code: "not_found" });
    await expect(store.open(object, "v1/content/0000/007")).rejects.toMatchObject({ code: "storage_failed" });
  });

  it("finds a version without reading its files", async () => {
    const { store, root, sources } = await makeSite();
    const id = "ark:/99999/fk4find";
    expect(await store.find(id, 1)).toBeUndefined();
    await store.put(versionOf(id, 1, await sources({ a: "1" })));
    const second = await store.put(versionOf(id, 2, await sources({ a: "1", b: "2" })));
    await rm(join(root, second.root, "v2/content"), { recursive: true });
    const found = await store.find(id, 2);
    expect(found).toMatchObject({ root: second.root, version: 2, inventorySha256: second.inventorySha256 });
    expect(found?.contentPathOf(sha256("1"))).toBe("v1/content/0000/000");
    expect(await store.find(id, 3)).toBeUndefined();
  });
});
