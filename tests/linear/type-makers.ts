import * as z from "zod";
import { Findings } from "../../core/container/findings.ts";
import { CallbackPayload } from "../../core/contracts/callback.ts";
import { ProfileSettings } from "../../core/contracts/profile.ts";
import { WaybillError } from "../../core/errors.ts";
import { LaneSettings } from "../../core/lane/settings.ts";
import { NameSet } from "../../core/manifest/name-set.ts";
import { DC_ELEMENTS } from "../../core/metadata/dublin-core.ts";
import type { ObjectFacts } from "../../core/metadata/facts.ts";
import { createLog } from "../../lib/log.ts";
import { PEER_HEADER } from "../../lib/peer.ts";
import { countOf, type Hostile, type TypeMakers, textOf } from "./make-value.ts";

/** A list as long as the shape says. */
export function many<Value>(hostile: Hostile, make: (text: string, place: number) => Value): Value[] {
  return Array.from({ length: countOf(hostile) }, (_, place) => make(textOf(hostile, place), place));
}

const problems = (hostile: Hostile) =>
  many(hostile, (message, line) => ({ line, code: "name_twice", message }));

function profile(hostile: Hostile) {
  const url = `https://h.example.org/${encodeURI(hostile.text.replace(/\p{Surrogate}/gu, "a"))}`;
  return { ...ProfileSettings.parse({}), callbackUrl: url, notify: many(hostile, (text) => text) };
}

function request(hostile: Hostile): Request {
  const header = hostile.text.replace(/[^\x20-\x7e]/g, "a");
  return new Request(
    `https://h.example.org/?q=${encodeURIComponent(hostile.text.replace(/\p{Surrogate}/gu, "a"))}`,
    {
      method: "POST",
      body: JSON.stringify({ reason: hostile.text }),
      headers: { "content-type": "application/json", accept: header, authorization: header },
    },
  );
}

function headers(hostile: Hostile): Headers {
  return new Headers({ [PEER_HEADER]: hostile.text.replace(/[^\x20-\x7e]/g, "a") });
}

/** A record with a part for each text, and one of fifty parts inside one another. */
function xml(hostile: Hostile) {
  const leaf = (text: string) => ({ name: "dc:creator", text, children: [] });
  let root = { name: "resource", text: hostile.text, children: many(hostile, leaf) as unknown[] };
  for (let depth = 0; depth < 50; depth += 1)
    root = { name: "creators", text: "", children: [root, leaf("a")] };
  return { ...root, name: "resource" };
}

/** The text in each of its thirty places, so only a part of it. */
function objectFacts({ text, shape }: Hostile): ObjectFacts {
  const part: Hostile = { text: text.slice(0, text.length / 16), shape };
  const one = textOf(part);
  const list = many(part, (word) => word);
  return {
    ...{ ark: one, arkOrigin: "supplied", localIds: list, who: one, what: one, when: one, owner: one },
    dublinCore: Object.fromEntries(DC_ELEMENTS.map((element) => [element, list])),
    ...{ collections: list, object: { type: one, role: one, aggregate: one }, ingestService: one },
    ...{
      submissionDate: new Date(0),
      batchId: one,
      jobId: one,
      submitter: one,
      fileName: one,
      payload: "file",
    },
    ...{ profile: one, storageService: one, storageNode: one, notification: list, note: one },
    ...{ checks: { packageIntegrity: one }, handlers: list },
  };
}

/** Types whose values the syntax does not tell. */
export const TYPE_MAKERS: TypeMakers = {
  ProfileSettings: profile,
  LaneSettings: () => LaneSettings.parse({}),
  Env: ({ text }) => ({ PUBLIC_URL: `https://h.example.org/${text}`, PORT: 1 }),
  CallbackPayload: (hostile) => ({
    ...Object.fromEntries(Object.keys(CallbackPayload.shape).map((name) => [name, hostile.text])),
    localIds: many(hostile, (text) => text),
    status: "FAILED",
  }),
  MailPayload: (hostile) => ({ to: many(hostile, (text) => text), bcc: [hostile.text] }),
  Refusal: (hostile, number) => ({ address: textOf(hostile, number), reason: textOf(hostile, number) }),
  DublinCore: (hostile) =>
    Object.fromEntries(DC_ELEMENTS.map((element) => [element, many(hostile, (text) => text)])),
  ObjectFacts: objectFacts,
  XmlElement: xml,
  WaybillError: (hostile) => new WaybillError("bad_form", hostile.text, { problems: problems(hostile) }),
  Findings: (hostile) => {
    const findings = new Findings();
    for (const problem of problems(hostile)) findings.problem(problem);
    return findings;
  },
  BatchView: ({ text }) => ({
    ...Object.fromEntries(["id", "submitter", "filename", "whereIsIt"].map((name) => [name, text])),
    state: "Failed",
    createdAt: "2026-01-31T12:00:00Z",
    endedAt: "2026-01-31T12:00:00Z",
    fault: { code: "internal", message: text, who: "operator", problems: [] },
  }),
  Log: () => createLog("silent", "test"),
  Schema: () => z.object({ reason: z.string() }),
  NameSet: () => new NameSet(),
  Request: request,
  Headers: (hostile) => headers(hostile),
  IncomingHttpHeaders: (hostile) => ({ ...Object.fromEntries(headers(hostile)) }),
};
