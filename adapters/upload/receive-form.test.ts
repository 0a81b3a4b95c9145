import { describe, expect, it } from "vitest";
import { accept, FILE, form, sha256, uploadBench } from "../../tests/uploads/upload-bench.ts";
import { receiveUpload } from "./receive.ts";

const { upload } = uploadBench();

describe("a form", () => {
  it.each([
    [
      "before the file",
      [
        ["collection", "maps"],
        ["title", "A map"],
        ["file", FILE],
      ],
    ],
    [
      "after the file",
      [
        ["file", FILE],
        ["collection", "maps"],
        ["title", "A map"],
      ],
    ],
  ] as const)("with its fields %s is taken", async (_, parts) => {
    const received = await receiveUpload(await upload(form(parts)))(accept);
    expect(received).toMatchObject({
      sizeBytes: 5,
      sha256: sha256("hello"),
      filename: "hello.txt",
      fields: { collection: "maps", title: "A map" },
    });
    await received.discard();
  });

  it("with an empty field filename keeps the name of its file", async () => {
    const received = await receiveUpload(
      await upload(
        form([
          ["filename", ""],
          ["file", FILE],
        ]),
      ),
    )(accept);
    expect(received.filename).toBe("hello.txt");
    await received.discard();
  });

  it("without a file has its fields looked at all the same", async () => {
    const seen: unknown[] = [];
    const receive = receiveUpload(await upload(form([["title", "A map"]])));
    await expect(receive(({ fields }) => void seen.push({ ...fields }))).rejects.toMatchObject({
      code: "no_payload",
    });
    expect(seen).toEqual([{ title: "A map" }]);
  });

  it("keeps names and values in UTF-8", async () => {
    const received = await receiveUpload(
      await upload(
        form([
          ["title", "地図 ☂"],
          ["file", new File(["x"], "Größe.txt")],
        ]),
      ),
    )(accept);
    expect(received.fields.title).toBe("地図 ☂");
    expect(received.filename).toBe("Größe.txt");
    await received.discard();
  });

  it("larger than the parser's buffers arrives whole", async () => {
    const bytes = Buffer.alloc(900_000, "abcdefghij\r\n--");
    const received = await receiveUpload(await upload(form([["file", new File([bytes], "big.bin")]])))(
      accept,
    );
    expect(received.sizeBytes).toBe(900_000);
    expect(received.sha256).toBe(sha256(bytes));
    await received.discard();
  });

  it.each([
    [
      "two files",
      () =>
        upload(
          form([
            ["file", FILE],
            ["other", FILE],
          ]),
        ),
      "bad_form",
    ],
    ["no file", () => upload(form([["title", "A map"]])), "no_payload"],
    [
      "a field twice",
      () =>
        upload(
          form([
            ["title", "A"],
            ["title", "B"],
            ["file", FILE],
          ]),
        ),
      "bad_form",
    ],
    [
      "a field of 20,000 characters",
      () =>
        upload(
          form([
            ["title", "x".repeat(20_000)],
            ["file", FILE],
          ]),
        ),
      "bad_form",
    ],
    [
      "a file too large",
      () => upload(form([["file", new File([Buffer.alloc(2_000_000)], "big")]])),
      "too_large",
    ],
    ["no boundary", () => upload("x", { contentType: "multipart/form-data" }), "bad_form"],
    [
      "a body that is no form",
      () => upload("hello", { contentType: "multipart/form-data; boundary=b" }),
      "bad_form",
    ],
    [
      "its end cut off",
      () =>
        upload('--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhel', {
          contentType: "multipart/form-data; boundary=b",
        }),
      "bad_form",
    ],
  ])("with %s is refused", async (_, make, code) => {
    await expect(receiveUpload(await make())(accept)).rejects.toMatchObject({ code });
  });

  it("with a field that no limit allows is refused before its file, which the problem's code says", async () => {
    const long = form([
      ["title", "x".repeat(62_000)],
      ["file", FILE],
    ]);
    const message = "title is longer than 3,500 characters, the most it may have. Shorten it.";
    await expect(receiveUpload(await upload(long))(accept)).rejects.toMatchObject({
      code: "bad_form",
      message,
      problems: [{ line: 0, code: "title_too_long", message }],
    });
  });

  it("whose fields before the file are refused stores nothing", async () => {
    const refuse = () => {
      throw new Error("refused");
    };
    await expect(
      receiveUpload(
        await upload(
          form([
            ["title", "A"],
            ["file", FILE],
          ]),
        ),
      )(refuse),
    ).rejects.toThrow("refused");
  });
});
