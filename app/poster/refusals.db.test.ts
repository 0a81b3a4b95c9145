import { describe, expect, it, vi } from "vitest";
import { formBody, type Part } from "../../tests/merritt/form.ts";
import { parseXml, textsOf } from "../../tests/merritt/parse-xml.ts";
import { posterSite, postForm } from "../../tests/merritt/poster-site.ts";
import type { Sending } from "../../tests/merritt/scene.ts";

vi.mock("server-only", () => ({}));

const site = posterSite(async () => ({
  plain: await import("./[verb]/route.ts"),
  nothing: await import("./[[...path]]/route.ts"),
  root: (await import("../_server/root.ts")).root,
}));

const FILE = new File(["hello"], "hello.txt");

const submit = (parts: readonly Part[], sending?: Sending) => postForm(site, "submit", parts, sending);

describe("a deposit that is refused", () => {
  const json: Part = ["responseForm", "json"];

  it.each<[string, () => Part[], number, string, RegExp]>([
    ["without a file", () => [site.scene.profile, json], 400, "REQUEST_INVALID", /no file/],
    ["without a profile", () => [json, ["file", FILE]], 400, "REQUEST_INVALID", /profile/],
    [
      "with a wrong profile",
      () => [json, ["profile", "nowhere_content"], ["file", FILE]],
      404,
      "REQUESTED_ITEM_NOT_FOUND",
      /"nowhere"/,
    ],
    [
      "of an unknown type",
      () => [json, site.scene.profile, ["type", "zip"], ["file", FILE]],
      400,
      "REQUEST_INVALID",
      /type "zip"/,
    ],
    [
      "with another digest",
      () => [
        json,
        site.scene.profile,
        ["digestType", "md5"],
        ["digestValue", "0".repeat(32)],
        ["file", FILE],
      ],
      400,
      "FIXITY_CHECK_FAILS",
      /md5 is 5d41/,
    ],
    [
      "with a digest nobody checks",
      () => [
        json,
        site.scene.profile,
        ["digestType", "md2"],
        ["digestValue", "0".repeat(32)],
        ["file", FILE],
      ],
      400,
      "REQUEST_INVALID",
      /does not check md2/,
    ],
    [
      "with a digest of no type",
      () => [json, site.scene.profile, ["digestValue", "0".repeat(32)], ["file", FILE]],
      400,
      "REQUEST_INVALID",
      /together/,
    ],
    [
      "with another size",
      () => [json, site.scene.profile, ["size", "6"], ["file", FILE]],
      400,
      "REQUEST_INVALID",
      /5 bytes, but size says 6/,
    ],
    [
      "with an identifier that is none",
      () => [json, site.scene.profile, ["primaryIdentifier", "doi:10.5072/x"], ["file", FILE]],
      400,
      "REQUEST_INVALID",
      /ARK/,
    ],
    [
      "with characters that cannot be kept",
      () => [json, site.scene.profile, ["title", "a\0b"], ["file", FILE]],
      400,
      "REQUEST_INVALID",
      /title: it has characters/,
    ],
    [
      "with an empty file",
      () => [json, site.scene.profile, ["file", new File([], "x.txt")]],
      400,
      "REQUEST_INVALID",
      /empty/,
    ],
    [
      "with two files",
      () => [json, site.scene.profile, ["file", FILE], ["file", FILE]],
      400,
      "REQUEST_INVALID",
      /one file/,
    ],
    [
      "with an address for mails that is none",
      () => [json, site.scene.profile, ["notification", "x"], ["file", FILE]],
      400,
      "REQUEST_INVALID",
      /e-mail/,
    ],
    [
      "with an ARK below a shoulder where Waybill makes the names",
      () => [json, site.scene.profile, ["primaryIdentifier", "ark:/99999/fk4next"], ["file", FILE]],
      400,
      "REQUEST_INVALID",
      /lies below ark:\/99999\/fk4/,
    ],
    [
      "with somebody else's address for mails",
      () => [json, site.scene.profile, ["notification", "team@example.org"], ["file", FILE]],
      403,
      "USER_NOT_AUTHORIZED",
      /own address only/,
    ],
  ])("%s says so in its form, and leaves nothing", async (_, parts, status, name, sentence) => {
    const response = await submit(parts());
    expect([response.status, response.headers.get("content-type")]).toEqual([
      status,
      "application/json; charset=utf-8",
    ]);
    const body = (await response.json()) as Record<string, unknown>;
    expect(body).toEqual({
      [`exc:tException.${name}`]: expect.objectContaining({
        "xmlns:exc": "http://uc3.cdlib.org/ontology/mrt/core/exc",
        "exc:statusName": name,
        "exc:statusDescription": expect.any(String),
        "exc:error": expect.stringMatching(sentence),
        "exc:hTTPResponse": status,
      }),
    });
    expect(await site.scene.filesLeft()).toEqual([]);
  });

  it("names every problem of a manifest on a line of its own", async () => {
    const manifest =
      "#%checkm_0.7\n#%profile | http://uc3.cdlib.org/registry/ingest/manifest/mrt-ingest-manifest\nhttp://example.org/a | md5xxx | 1 | | | a\nftp://example.org/b | | | 12x | | b\n#%eof\n";
    const response = await submit([
      site.scene.profile,
      ["type", "object-manifest"],
      ["file", new File([manifest], "m.checkm")],
    ]);
    expect(response.status).toBe(400);
    const [detail = ""] = textsOf(parseXml(await response.text()), "exc:detail");
    expect(detail.split("\n").map((line) => line.slice(0, 7))).toEqual(["Line 3:", "Line 4:", "Line 4:"]);
  });

  it("as something other than a form, or at no address of Merritt's", async () => {
    const raw = await site.scene.request("/poster/submit", [["file", FILE]]);
    raw.headers.set("content-type", "application/octet-stream");
    const notAForm = await site.routes.plain.POST(raw, { params: Promise.resolve({ verb: "submit" }) });
    expect(notAForm.status).toBe(415);
    expect((await postForm(site, "destroy", [site.scene.profile, ["file", FILE]])).status).toBe(404);
    const nowhere = await site.routes.nothing.GET(
      new Request("https://waybill.example.org/poster/x/y?t=json"),
      undefined,
    );
    expect([nowhere.status, Object.keys((await nowhere.json()) as object)]).toEqual([
      404,
      ["exc:tException.REQUESTED_ITEM_NOT_FOUND"],
    ]);
  });

  it("when a form breaks off in the middle", async () => {
    const { body, contentType } = await formBody([
      site.scene.profile,
      ["file", new File(["x".repeat(100_000)], "x")],
    ]);
    const headers = { authorization: site.scene.ada.basic, "content-type": contentType };
    const cut = new Request("https://waybill.example.org/poster/submit", {
      method: "POST",
      headers,
      body: body.slice(0, 50_000),
    });
    expect((await site.routes.plain.POST(cut, { params: Promise.resolve({ verb: "submit" }) })).status).toBe(
      400,
    );
    expect(await site.scene.filesLeft()).toEqual([]);
  });
});
