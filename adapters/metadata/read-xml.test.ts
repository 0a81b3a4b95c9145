import { describe, expect, it } from "vitest";
import { descend } from "../../core/metadata/xml-element.ts";
import { timeOnce } from "../../tests/linear/time.ts";
import { readXml } from "./read-xml.ts";

const read = (text: string) => readXml(text, "mrt-dc.xml");

describe("readXml", () => {
  it("gives elements with their text, decoded", () => {
    const root = read(
      `<?xml version="1.0" encoding="UTF-8"?>\n<!-- by hand -->\n<DublinCore xmlns:dc="http://purl.org/dc/elements/1.1/">
  <dc:title xml:lang="en">Tea &amp; caf&#233; &#xe9; &lt;1&gt; <i>new</i> end</dc:title>
  <dc:title><![CDATA[a < b &amp;]]> c</dc:title><empty/>
</DublinCore>\n`,
    );
    expect(root.name).toBe("DublinCore");
    expect(root.children.map(({ name, text }) => [name, text])).toEqual([
      ["dc:title", "Tea & café é <1> new end"],
      ["dc:title", "a < b &amp; c"],
      ["empty", ""],
    ]);
    expect(descend(root, ["title", "i"]).map(({ text }) => text)).toEqual(["new"]);
  });

  it("drops numeric references to what is no character", () => {
    expect(read("<a>x&#0;y&#xD800;z&#x1F600;&#x110000;</a>").text).toBe("xyz\u{1f600}");
  });

  it.each<[string, string, number, string]>([
    [
      "an external entity",
      '<?xml version="1.0"?>\n<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n<a>&x;</a>',
      2,
      "declares a document type",
    ],
    [
      "an external document type",
      '<!DOCTYPE a SYSTEM "http://192.0.2.1/a.dtd"><a/>',
      1,
      "declares a document type",
    ],
    [
      "entities within entities",
      `<!DOCTYPE a [<!ENTITY a0 "lol">${Array.from({ length: 9 }, (_, at) => `<!ENTITY a${at + 1} "${`&a${at};`.repeat(10)}">`).join("")}]><a>&a9;</a>`,
      1,
      "declares a document type",
    ],
    ["a document type in small letters", "<a>\n\n<!doctype x></a>", 3, "declares a document type"],
    ["an entity nobody declared", "<a>\n<b>&nbsp;</b></a>", 2, '"&nbsp;"'],
    [
      "20,000 elements inside one another",
      "<a>".repeat(20_000) + "</a>".repeat(20_000),
      0,
      "nested more than 50 deep",
    ],
    ["60 elements inside one another", "<a>".repeat(60) + "</a>".repeat(60), 0, "nested more than 50 deep"],
    ["too many tags", `<a>${"<b/>".repeat(100_000)}</a>`, 0, "more than 100000 tags"],
    ["a tag that does not close", "<a>\n<b>\n</a>", 3, "not well-formed"],
    ["a lone ampersand", "<a>x & y</a>", 1, "not well-formed"],
    ["no XML", "hello", 1, "not well-formed"],
    ["nothing", "", 1, "not well-formed"],
    ["two roots", "<a/><b/>", 0, "more than one root"],
    ["text behind the root", "<a/>more", 0, "text follows"],
    ["an open comment", "<a>x</a><!-- ", 1, "cannot be used"],
    ["a name that means something to JavaScript", "<__proto__>x</__proto__>", 0, "cannot be used"],
  ])("refuses %s", (_, text, line, words) => {
    expect(() => read(text)).toThrow(
      expect.objectContaining({
        code: "metadata_invalid",
        message: expect.stringContaining(words),
        problems: [expect.objectContaining({ line })],
      }),
    );
  });

  it("knows prefixes where they are declared, the nearest first", () => {
    const root = read(
      '<a xmlns="urn:a" xmlns:p="urn:p"><b xmlns:p="urn:q"><p:c/></b><p:d xmlns=""/><e xmlns:q="urn:r"/><q:f/></a>',
    );
    const [b, d, e, f] = root.children;
    expect([root, b, b?.children[0], d, e, f].map((one) => one?.namespace)).toEqual([
      "urn:a",
      "urn:a",
      "urn:q",
      "urn:p",
      "urn:a",
      undefined,
    ]);
  });

  // each declaring element copied everything declared around it: 25 million of these took seconds
  it("is not held by thousands of declarations in thousands of elements", async () => {
    const many = Array.from({ length: 5_000 }, (_, place) => place);
    const text = `<a ${many.map((place) => `xmlns:p${place}="urn:${place}"`).join(" ")}>${many.map((place) => `<b xmlns:c="urn:${place}"/>`).join("")}</a>`;
    expect(await timeOnce(() => expect(read(text).children).toHaveLength(5_000))).toBeLessThan(2_000);
  });

  it("decodes 100,000 references without growing", () => {
    expect(read(`<a>${"&amp;".repeat(100_000)}</a>`).text).toBe("&".repeat(100_000));
  });
});
