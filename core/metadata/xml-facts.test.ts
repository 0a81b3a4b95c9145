import { describe, expect, it } from "vitest";
import { readXml } from "../../adapters/metadata/read-xml.ts";
import { readDataCite, readDublinCore, readEml } from "./xml-facts.ts";

const read = (text: string) => readXml(text, "test.xml");

describe("readDublinCore", () => {
  it("reads the fifteen elements, whatever the root is called", () => {
    const root =
      read(`<oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns:dc="http://purl.org/dc/elements/1.1/">
      <dc:title>Harbour
        plans</dc:title><dc:creator>Ada; Ben</dc:creator><dc:creator>Cy</dc:creator><dc:creator>Ada</dc:creator>
      <dc:identifier>shelf-1;shelf-2</dc:identifier><dc:description>a; b</dc:description>
      <dc:audience>all</dc:audience><x:title>no</x:title><subject>maps</subject><dc:rights> </dc:rights><dc:date>(:unas)</dc:date>
    </oai_dc:dc>`);
    expect(readDublinCore(root)).toEqual({
      creator: ["Ada", "Ben", "Cy"],
      description: ["a; b"],
      identifier: ["shelf-1", "shelf-2"],
      subject: ["maps"],
      title: ["Harbour plans"],
    });
  });
});

describe("readDublinCore, by namespace", () => {
  const ELEMENTS = "http://purl.org/dc/elements/1.1/";
  it.each([
    ["another prefix", `<a:dc xmlns:a="x" xmlns:ns1="${ELEMENTS}"><ns1:title>Elm</ns1:title></a:dc>`, "Elm"],
    [
      "the terms",
      '<m xmlns:dcterms="http://purl.org/dc/terms/"><dcterms:title>Oak</dcterms:title></m>',
      "Oak",
    ],
    ["as the standard one", `<m><dc xmlns="${ELEMENTS}"><title>Ash</title></dc></m>`, "Ash"],
    [
      "as deep as an OAI record has it",
      `<record><header><title>no</title></header><metadata><o:dc xmlns:o="x" xmlns:dc="${ELEMENTS}"><dc:title>Fir</dc:title></o:dc></metadata></record>`,
      "Fir",
    ],
    ["version 1.0", '<m xmlns:dc="https://purl.org/dc/elements/1.0"><dc:title>Bay</dc:title></m>', "Bay"],
    ["a prefix that is nowhere declared", "<m><dc:title>Yew</dc:title></m>", "Yew"],
    ["declared on the element itself", `<m><q:title xmlns:q="${ELEMENTS}">Box</q:title></m>`, "Box"],
  ])("reads %s", (_, text, title) => {
    expect(readDublinCore(read(text))).toEqual({ title: [title] });
  });

  it.each([
    ["dc for something else", '<m xmlns:dc="http://example.org/"><dc:title>no</dc:title></m>'],
    ["a namespace that only begins like it", `<m><a:title xmlns:a="${ELEMENTS}x">no</a:title></m>`],
    ["... or ends like it", `<m><a:title xmlns:a="x${ELEMENTS}">no</a:title></m>`],
    ["another prefix that is nowhere declared", "<m><x:title>no</x:title></m>"],
    ["dc, nowhere declared, further down", "<m><n><dc:title>no</dc:title></n></m>"],
    ["other elements of the namespace", `<m><a:audience xmlns:a="${ELEMENTS}">no</a:audience></m>`],
    ["names without a prefix further down", "<m><n><title>no</title></n></m>"],
  ])("takes nothing from %s", (_, text) => {
    expect(readDublinCore(read(text))).toEqual({});
  });
});

describe("readDataCite", () => {
  it.each([
    [
      '<title xml:lang="de">Reise</title><title titleType="Subtitle">1904</title><title titleType="TranslatedTitle">Voyage</title><title titleType="AlternativeTitle">R</title>',
      "Reise; 1904",
    ],
    ['<title titleType="Other">R</title><title>Reise</title>', "Reise"],
    ['<title titleType="TranslatedTitle">Voyage</title><title titleType="Other">R</title>', "Voyage"],
  ])("leaves out translated and alternative titles of %s", (titles, what) => {
    expect(readDataCite(read(`<resource><titles>${titles}</titles></resource>`)).what).toBe(what);
  });

  it("reads creators, titles and year, of any schema version", () => {
    const root =
      read(`<resource xmlns="http://datacite.org/schema/kernel-4"><identifier identifierType="DOI">10.5072/x</identifier>
      <creators><creator><creatorName nameType="Personal">Lamarck, Jean</creatorName><givenName>Jean</givenName></creator>
        <creator><creatorName>Museum</creatorName></creator></creators>
      <titles><title>Flora</title><title titleType="Subtitle">of the &amp; coast</title></titles>
      <contributors><contributor><contributorName>No</contributorName></contributor></contributors>
      <publicationYear>1815</publicationYear></resource>`);
    expect(readDataCite(root)).toEqual({
      who: "Lamarck, Jean; Museum",
      what: "Flora; of the & coast",
      when: "1815",
    });
  });

  it.each([
    ["<other><publicationYear>1815</publicationYear></other>", {}],
    ["<resource><publicationYear/></resource>", {}],
  ])("takes nothing from %s", (text, expected) => {
    expect(JSON.parse(JSON.stringify(readDataCite(read(text))))).toEqual(expected);
  });
});

describe("readEml", () => {
  it("reads title, creators and pubDate of the first resource", () => {
    const root = read(`<eml:eml xmlns:eml="https://eml.ecoinformatics.org/eml-2.2.0"><access/><dataset>
      <title>Tide pools</title>
      <creator><individualName><salutation>Dr</salutation><givenName>Rachel</givenName><givenName>L</givenName><surName>Carson</surName></individualName><organizationName>Bureau</organizationName></creator>
      <creator><organizationName>Field station</organizationName></creator><creator><positionName>Data manager</positionName></creator>
      <metadataProvider><organizationName>No</organizationName></metadataProvider><pubDate>1955-10</pubDate></dataset></eml:eml>`);
    expect(readEml(root)).toEqual({
      who: "Carson, Rachel L; Field station; Data manager",
      what: "Tide pools",
      when: "1955-10",
    });
  });

  it("names a person with a surname alone, and an organisation before a position", () => {
    const root =
      read(`<eml><dataset><creator><individualName><surName>Carson</surName></individualName></creator>
      <creator><individualName><givenName>L</givenName></individualName><organizationName>Bureau</organizationName><positionName>Data manager</positionName></creator>
      <creator><phone>1</phone></creator></dataset><citation><title>no</title></citation></eml>`);
    expect(readEml(root)).toEqual({ who: "Carson; Bureau", what: undefined, when: undefined });
  });

  it("takes nothing where there is no resource", () => {
    expect(readEml(read("<eml><title>x</title></eml>"))).toEqual({});
  });
});
