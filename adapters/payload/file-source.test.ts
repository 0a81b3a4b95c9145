import { execFileSync } from "node:child_process";
import {
  chmod,
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Fetch } from "../../core/ports.ts";
import { digestOf, expectFailure } from "../../tests/servers/payload-bench.ts";
import { largeNow, onBothRoads } from "../../tests/servers/payload-roads.ts";
import { createPayloadSource } from "./source.ts";

const OPEN = { privateSources: [], hosts: [] };

let folder: string;
let root: string;
let work: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "waybill-files-")));
  root = join(folder, "data");
  work = join(folder, "work");
  for (const made of [root, work, join(folder, "data2")]) await mkdir(made);
  await writeFile(join(root, "a b.txt"), "abc");
  await writeFile(join(folder, "data2", "secret"), "secret");
});
afterEach(() => rm(folder, { recursive: true }));

const payload = (fileRoots = [root]) => createPayloadSource({ fileRoots, large: largeNow() });
const fileUrl = (name: string) => pathToFileURL(join(root, name)).href;

function request(url: string, over: Partial<Fetch> = {}): Fetch {
  return {
    url,
    to: join(work, "1"),
    maxBytes: 1_000,
    rules: OPEN,
    signal: new AbortController().signal,
    ...over,
  };
}

async function refusal(url: string, over: Partial<Fetch> = {}) {
  const error = await expectFailure(payload().fetch(request(url, over)));
  expect(await readdir(work)).toEqual([]);
  expect(await payload().look(url, OPEN, new AbortController().signal)).toEqual({});
  return error;
}

onBothRoads(() => {
  describe("a file below a root", () => {
    it("is copied, verified and private", async () => {
      const declared = { declaredSize: 3, declaredDigest: digestOf("md5", "abc") };
      const fetched = await payload().fetch(request(fileUrl("a b.txt"), declared));
      const { value: sha256 } = digestOf("sha-256", "abc");
      expect(fetched).toEqual({ size: 3, sha256, mediaType: "text/plain", attempts: 1, lengthKnown: true });
      expect(await readFile(join(work, "1"), "utf8")).toBe("abc");
      expect((await stat(join(work, "1"))).mode & 0o777).toBe(0o600);
      expect(await readdir(work)).toEqual(["1"]);
    });

    it("of several reads is copied whole", async () => {
      const bytes = Buffer.alloc(1_500_000, "waybill");
      await writeFile(join(root, "big"), bytes);
      const fetched = await payload().fetch(request(fileUrl("big"), { maxBytes: 2_000_000 }));
      expect(fetched.sha256).toBe(digestOf("sha-256", bytes).value);
      expect(bytes.equals(await readFile(join(work, "1")))).toBe(true);
    });

    it("is looked at", async () => {
      const { signal } = new AbortController();
      expect(await payload().look(fileUrl("a b.txt"), OPEN, signal)).toEqual({
        size: 3,
        mediaType: "text/plain",
      });
    });

    it("is not read again when it is there already", async () => {
      await writeFile(join(work, "1"), "abc");
      const declaredDigest = digestOf("md5", "abc");
      expect(await payload().fetch(request(fileUrl("gone"), { declaredDigest }))).toMatchObject({
        attempts: 0,
      });
    });

    it("may be reached by a link inside the root and have a second name", async () => {
      await symlink(join(root, "a b.txt"), join(root, "link"));
      await link(join(root, "a b.txt"), join(root, "twin"));
      expect(await payload().fetch(request(fileUrl("link")))).toMatchObject({ size: 3 });
      expect(await payload().fetch(request(fileUrl("twin")))).toMatchObject({ size: 3 });
    });

    it("may lie below a root that is a link itself, or the second of two", async () => {
      await symlink(root, join(folder, "alias"));
      const roots = [join(folder, "nowhere"), join(folder, "alias")];
      const url = pathToFileURL(join(folder, "alias", "a b.txt")).href;
      expect(await payload(roots).fetch(request(url))).toMatchObject({ size: 3 });
    });

    it.each([
      [{ declaredSize: 4 }, "size_mismatch", "it has 3 bytes, but 4 were declared"],
      [
        { declaredDigest: { algorithm: "md5", value: "0" } },
        "digest_mismatch",
        "its MD5 is 900150983cd24fb0d6963f7d28e17f72",
      ],
      [{ maxBytes: 2 }, "source_too_large", "it has more than 2 bytes"],
    ] as const)("is refused when it is not what was declared: %j", async (over, code, why) => {
      const error = await expectFailure(payload().fetch(request(fileUrl("a b.txt"), over)));
      expect(error.code).toBe(code);
      expect(error.message).toContain(why);
      expect(await readdir(work)).toEqual([]);
    });

    it("is given up when the signal aborts", async () => {
      await truncate(join(root, "a b.txt"), 50_000_000);
      const controller = new AbortController();
      const fetched = payload().fetch(
        request(fileUrl("a b.txt"), { maxBytes: 1e9, signal: controller.signal }),
      );
      setImmediate(() => controller.abort("stop"));
      await expect(fetched).rejects.toBe("stop");
    });
  });

  describe("a file that may not be taken", () => {
    it.each([
      ["../data2/secret", "source_forbidden", "it does not lie below"],
      ["..%2fdata2/secret", "source_not_found", "its path cannot be read"],
      ["%2e%2e/data2/secret", "source_forbidden", "it does not lie below"],
      ["a%00b", "source_not_found", "its path cannot be read"],
    ])("lies outside: %s", async (name, code, why) => {
      const error = await refusal(`${pathToFileURL(root).href}/${name}`);
      expect(error.code).toBe(code);
      expect(error.message).toContain(why);
    });

    it.each(["/etc/passwd", "/proc/self/environ", "/dev/zero", "/nowhere"])(
      "is %s, and whether it exists is not told",
      async (path) => {
        const error = await refusal(`file://${path}`);
        expect(error.code).toBe("source_forbidden");
        expect(error.message).toContain("it does not lie below a folder files may be taken from");
      },
    );

    it("lies in a folder whose name only starts like the root", async () => {
      expect((await refusal(pathToFileURL(join(folder, "data2", "secret")).href)).code).toBe(
        "source_forbidden",
      );
    });

    it("is a link, or below a link, that leads outside", async () => {
      await symlink(join(folder, "data2", "secret"), join(root, "link"));
      await symlink(join(folder, "data2"), join(root, "folder"));
      expect((await refusal(fileUrl("link"))).code).toBe("source_forbidden");
      expect((await refusal(fileUrl("folder/secret"))).code).toBe("source_forbidden");
    });

    it("is a FIFO, which must not hang", async () => {
      execFileSync("mkfifo", [join(root, "pipe")]);
      expect((await refusal(fileUrl("pipe"))).message).toContain("it is not a regular file");
    });

    it("is a folder", async () => {
      await mkdir(join(root, "folder"));
      expect((await refusal(fileUrl("folder"))).message).toContain("it is not a regular file");
    });

    it("has links that go round", async () => {
      await symlink(join(root, "two"), join(root, "one"));
      await symlink(join(root, "one"), join(root, "two"));
      expect((await refusal(fileUrl("one"))).message).toContain("its links go round in a circle");
    });

    it("is not there", async () => {
      const error = await refusal(fileUrl("missing"));
      expect(error.code).toBe("source_not_found");
      expect(error.message).toBe(
        `Could not fetch ${fileUrl("missing")}: there is no such file. Check the address in the manifest.`,
      );
    });

    it("names a host", async () => {
      expect((await refusal(`file://host${root}/a%20b.txt`)).message).toContain(
        "a file address may not name a host",
      );
    });

    it("is asked for by a collection that takes files from named hosts only", async () => {
      const error = await expectFailure(
        payload().fetch(
          request(fileUrl("a b.txt"), { rules: { privateSources: [], hosts: ["example.org"] } }),
        ),
      );
      expect(error.code).toBe("source_forbidden");
    });

    it("is asked for where no roots are configured", async () => {
      const error = await expectFailure(payload([]).fetch(request(fileUrl("a b.txt"))));
      expect(error.message).toContain("files of this machine are not taken here");
    });

    it("may not be read", async () => {
      await chmod(join(root, "a b.txt"), 0o000);
      const mayReadAll = process.getuid?.() === 0;
      const fetched = payload().fetch(request(fileUrl("a b.txt")));
      if (mayReadAll) expect(await fetched).toMatchObject({ size: 3 });
      else expect((await expectFailure(fetched)).code).toBe("source_refused");
    });
  });
});
