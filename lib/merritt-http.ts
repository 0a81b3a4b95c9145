import { merrittException } from "../core/merritt/exception.ts";
import { chooseForm, RESPONSE_TYPES, type ResponseForm } from "../core/merritt/response-form.ts";
import type { MerrittState } from "../core/merritt/state.ts";
import { writeState } from "../core/merritt/write-state.ts";
import { noteRefusal } from "./http.ts";
import { knownError, retryAfter } from "./problem.ts";
import { webLog } from "./web-log.ts";

/** The form a request is answered in. A deposit's own field `responseForm` changes it once it has been read. */
export type MerrittReply = { form: ResponseForm };

type Handler<Params> = (request: Request, context: Params, reply: MerrittReply) => Promise<MerrittAnswer>;

/** A response: a state, and headers in addition to those of every response. */
export type MerrittAnswer = {
  readonly state: MerrittState;
  readonly headers?: Readonly<Record<string, string>>;
};

/**
 * A handler that answers as Merritt's ingest service does, errors too; pass it to `route`, which does the rest. Source:
 * docs/reference/merritt-api.md, "Answers" and "Errors".
 */
export function withMerrittAnswers<Params>(
  handler: Handler<Params>,
): (request: Request, context: Params) => Promise<Response> {
  return async (request, context) => {
    const reply = { form: chooseForm(formInQuery(request), request.headers.get("accept")) };
    try {
      const { state, headers = {} } = await handler(request, context, reply);
      return respond(state, reply.form, { status: 200, headers });
    } catch (error) {
      return refusal(error, request, reply.form);
    }
  };
}

function refusal(error: unknown, request: Request, form: ResponseForm): Response {
  const known = knownError(error);
  const instance = noteRefusal(known, error, request, webLog());
  const { status, state } = merrittException(known, instance);
  const headers = new Headers();
  const waitS = retryAfter(known, Date.now());
  if (waitS !== undefined) headers.set("retry-after", String(waitS));
  if (status === 401) headers.set("www-authenticate", 'Basic realm="waybill", charset="UTF-8"');
  return respond(state, form, { status, headers });
}

function respond(state: MerrittState, form: ResponseForm, init: ResponseInit): Response {
  const headers = new Headers(init.headers);
  headers.set("content-type", RESPONSE_TYPES[form]);
  return new Response(writeState(state, form), { ...init, headers });
}

function formInQuery(request: Request): string | null {
  return new URL(request.url).searchParams.get("t");
}
