import * as z from "zod";
import { TASK_STATES } from "../task/states.ts";
import { moment } from "./moment.ts";
import { PAGING } from "./paging.ts";
import { Reason } from "./reason.ts";

/**
 * Query of `GET /api/v1/tasks`: newest first, keyset pages. `lane`: the key that tasks of one lane share, as rows have it;
 * `submitter`: a whole name. Accepted `from` this moment up to, but not including, `to`; a whole day as `to` is included.
 */
export const TaskQuery = z.strictObject({
  name: z.string().max(64).optional(),
  state: z.enum(TASK_STATES).optional(),
  lane: z.string().max(1_000).optional(),
  submitter: z.string().trim().max(254).optional(),
  from: moment(false),
  to: moment(true),
  ...PAGING,
});
export type TaskQuery = z.infer<typeof TaskQuery>;

const MOST_WAIT_S = 30;

/** Query of `GET /api/v1/tasks/{task}`. `wait`: seconds to wait for its end. */
export const TaskWaitQuery = z.strictObject({
  wait: z.coerce.number().int().min(0).max(MOST_WAIT_S).default(0),
});

const MOST_NAME = 200;

/** Query of `GET /api/v1/tasks/{task}/steps`. `name`: of the one step wanted. */
export const TaskStepsQuery = z.strictObject({ name: z.string().max(MOST_NAME).optional() });

/** Body of `POST /api/v1/tasks/{task}`: the input, which is judged by the task's own schema. */
export const TaskInput = z.unknown();

/** Body of `POST /api/v1/tasks/{task}/cancel`. */
export const TaskCancelRequest = z.strictObject({ reason: Reason });
export type TaskCancelRequest = z.infer<typeof TaskCancelRequest>;

/** Body of `POST /api/v1/tasks/{task}/retry`. `from`: what was kept is returned, or everything is done again. */
export const TaskRetryRequest = z.strictObject({
  from: z.enum(["last-step", "start"]).default("last-step"),
  reason: Reason,
});
export type TaskRetryRequest = z.infer<typeof TaskRetryRequest>;

/** Body of `POST /api/v1/tasks/{task}/events/{event}`: the payload. */
export const TaskEventPayload = z.unknown();
