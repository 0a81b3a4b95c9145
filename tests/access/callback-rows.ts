import { CallbackQuery } from "../../core/contracts/callback-requests.ts";
import { getCallback } from "../../operations/callback/get.ts";
import { listCallbacks } from "../../operations/callback/list.ts";
import { redeliver } from "../../operations/callback/redeliver.ts";
import { redeliverFailed } from "../../operations/callback/redeliver-failed.ts";
import { createCallbackSecret } from "../../operations/callback-secret/create.ts";
import { listCallbackSecrets } from "../../operations/callback-secret/list.ts";
import { retireCallbackSecret } from "../../operations/callback-secret/retire.ts";
import { admins, list, one, type RouteRow, steering } from "./route-row.ts";

const reason = "the receiver is back";

/** The routes of callbacks and their signing keys. */
export const CALLBACK_ROWS: readonly RouteRow[] = [
  {
    route: "GET api/v1/callbacks",
    expect: list,
    call: (ctx) => listCallbacks(ctx, CallbackQuery.parse({ limit: 200 })),
    sought: ({ callbackId }) => callbackId,
  },
  {
    route: "GET api/v1/callbacks/[id]",
    expect: one,
    call: (ctx, { callbackId }) => getCallback(ctx, callbackId),
  },
  {
    route: "POST api/v1/callbacks/[id]/redeliver",
    expect: steering,
    call: (ctx, { callbackId: id }) => redeliver(ctx, { id, reason }),
    changes: "fresh",
  },
  {
    route: "POST api/v1/callbacks/redeliver",
    expect: steering,
    call: (ctx, { collection }) => redeliverFailed(ctx, { collection: collection.slug, reason }),
    changes: "fresh",
  },
  { route: "GET api/v1/callback-secrets", expect: admins, call: listCallbackSecrets },
  {
    route: "POST api/v1/callback-secrets",
    expect: admins,
    call: (ctx, { collection }) =>
      createCallbackSecret(ctx, { collection: collection.slug, overlapHours: 24, reason }),
    changes: "fresh",
  },
  {
    route: "DELETE api/v1/callback-secrets/[id]",
    expect: admins,
    call: (ctx, { callbackSecretId: id }) => retireCallbackSecret(ctx, { id, reason }),
    changes: "fresh",
  },
];
