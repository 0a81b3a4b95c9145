import type { Directed } from "../faults/fault.ts";
import { BLOCKED } from "./blocked.ts";
import { FAIRNESS } from "./fairness.ts";
import { FULL_UPLOADS } from "./full-uploads.ts";
import { ONE_OF_MANY } from "./one-of-many.ts";
import { REDIS_DIRECTED } from "./redis.ts";
import { REFUSED_WRITES } from "./refused-writes.ts";
import { SLOW_LEDGER } from "./slow-ledger.ts";
import { STARVED } from "./starved.ts";

/** What a full run shows one by one, before it draws at random. */
export const DIRECTED: readonly Directed[] = [
  SLOW_LEDGER,
  BLOCKED,
  STARVED,
  ...REDIS_DIRECTED,
  ...REFUSED_WRITES,
  FULL_UPLOADS,
  ONE_OF_MANY,
  FAIRNESS,
];
