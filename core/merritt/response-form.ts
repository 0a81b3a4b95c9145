/** The forms Waybill answers Merritt's clients in. Source: docs/reference/merritt-api.md, "Answers". */
export type ResponseForm = "xml" | "json";

/** Media types as Merritt sends them. */
export const RESPONSE_TYPES = {
  xml: "text/xml; charset=utf-8",
  json: "application/json; charset=utf-8",
} as const satisfies Record<ResponseForm, string>;

/**
 * The form an answer takes: by its name (the field `responseForm`, or `t` in the query), else by the header Accept, else
 * XML. Names Waybill does not write (anvl, xhtml, rdf, turtle, serial) become XML, as unknown ones do at Merritt.
 */
export function chooseForm(name: string | null | undefined, accept: string | null): ResponseForm {
  const asked = name?.trim().toLowerCase();
  if (asked) return asked === "json" || asked === "json2" ? "json" : "xml";
  return formOfAccept(accept ?? "");
}

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json$/;
const XML_TYPE = /^(?:text|application)\/(?:[\w.+-]+\+)?xml$/;

/** The first type of the highest quality that names a form. Source: RFC 9110, section 12.5.1. */
function formOfAccept(accept: string): ResponseForm {
  let [best, quality]: [ResponseForm, number] = ["xml", 0];
  for (const part of accept.toLowerCase().split(",")) {
    const [type = "", ...parameters] = part.split(";").map((piece) => piece.trim());
    const form = JSON_TYPE.test(type) ? "json" : XML_TYPE.test(type) ? "xml" : undefined;
    const q = Number(parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? 1);
    if (form && q > quality) [best, quality] = [form, q];
  }
  return best;
}
