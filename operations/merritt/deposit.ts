import { can } from "../../core/access/roles.ts";
import { WaybillError } from "../../core/errors.ts";
import { acceptedState } from "../../core/merritt/batch-state.ts";
import { type FormAddress, type MerrittForm, readMerrittForm } from "../../core/merritt/read-form.ts";
import type { MerrittState } from "../../core/merritt/state.ts";
import type { Receive, Received } from "../../core/ports.ts";
import { CONTROLS, eachOf, HALVES } from "../../core/signs.ts";
import { submitBatch } from "../batch/submit.ts";
import type { Context } from "../context.ts";
import { getBatchState } from "./get-batch-state.ts";

const MOST_CHARACTERS = 200;
const UNSHOWABLE = eachOf(CONTROLS, HALVES);

/**
 * A deposit in Merritt's format. `onResponseForm`: called with the field `responseForm` as soon as it has been read.
 */
export type MerrittRequest = {
  readonly receive: Receive;
  readonly address: FormAddress;
  readonly idempotencyKey: string | null;
  readonly userAgent: string | null;
  readonly onResponseForm: (name: string | undefined) => void;
};

/**
 * Takes a deposit as Merritt's ingest service does; returns the batch's id and Merritt's description of it.
 * @throws WaybillError as `submitBatch`, and `bad_form` for fields only Merritt's form has
 */
export async function depositAsMerritt(
  ctx: Context,
  request: MerrittRequest,
): Promise<{ readonly batchId: string; readonly state: MerrittState }> {
  const { address, onResponseForm } = request;
  const told: string[] = [];
  const read = (given: Received["fields"]): MerrittForm => {
    onResponseForm(given.responseForm);
    return readMerrittForm(given, address);
  };
  const { batchId, accepted } = await submitBatch(ctx, {
    ...request,
    receive: async (admit) => {
      const received = await request.receive((announced) =>
        admit({ ...announced, fields: complete(read(announced.fields).fields) }),
      );
      try {
        const form = read(received.fields);
        const { submitter, warning } = submitterOf(ctx, form);
        told.push(...form.warnings, ...warning);
        const fields = withCollection(form.fields);
        return {
          ...received,
          fields,
          filename: fields.filename ?? received.filename,
          ...(submitter && { submitter }),
        };
      } catch (error) {
        await received.discard();
        throw error;
      }
    },
  });
  if (!accepted) return { batchId, state: await getBatchState(ctx, { batchId, after: 0 }) };
  return { batchId, state: acceptedState(accepted, told) };
}

/** Fields known before the file arrives; a digest is checked once both its halves are there. */
function complete(fields: Received["fields"]): Received["fields"] {
  const { digestType, digestValue, ...others } = fields;
  return digestType && digestValue ? fields : others;
}

function withCollection(fields: Received["fields"]): Received["fields"] {
  if (fields.collection !== undefined) return fields;
  throw new WaybillError("bad_form", "Name the collection's profile in the field profile.");
}

/** Operators may name the person they deposit for; anyone else is told that the field was ignored. */
function submitterOf({ actor }: Context, { submitter }: MerrittForm) {
  if (submitter === undefined || submitter === actor.name) return { submitter: undefined, warning: [] };
  if (can(actor, "deposit-for-others")) {
    return { submitter: submitter.replace(UNSHOWABLE, " ").slice(0, MOST_CHARACTERS), warning: [] };
  }
  return {
    submitter: undefined,
    warning: [`submitter was left out: the deposit is in the name of ${actor.name}.`],
  };
}
