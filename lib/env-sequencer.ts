import * as z from "zod";
import { SEQUENCER_STORES } from "../core/sequencer/order.ts";
import { list, ms } from "./env-kinds.ts";

/** Settings of the sequencer. Part of the table in env.ts. */
export const SEQUENCER_SETTINGS = {
  SEQUENCER_TICK_MS: z.coerce
    .number()
    .min(5)
    .default(62.5)
    .describe(
      "The tick of the sequencer: how often it gives positions while there is something to order. Another worker takes over two ticks after the one that did it has died. The same in all workers.",
    ),
  SEQUENCER_STORE: z
    .enum(SEQUENCER_STORES)
    .default("postgres")
    .describe(
      "What decides which beat of the sequencer comes next. `postgres`: the database. `etcd`: an etcd, whose decisions the database replays, so that positions survive a failover to a copy of the database that lagged (docs/reference/sequencer.md#stores). The same in all workers: stop all of them to change it.",
    ),
  ETCD_URL: list
    .default([])
    .refine(
      (urls) => urls.every(isPlainUrl),
      "must be addresses such as https://etcd1.example.org:2379, separated by commas, without user or password",
    )
    .describe(
      "Addresses of the members of etcd 3.4 or newer, separated by commas. Needed with SEQUENCER_STORE=etcd.",
    ),
  ETCD_PREFIX: z
    .string()
    .regex(
      /^[\w.-]+(\/[\w.-]+)*$/,
      "must be names of letters, digits, dots, dashes and underscores, separated by slashes",
    )
    .default("waybill")
    .describe("What the names of all keys in etcd begin with. Another one for each installation."),
  ETCD_USER: z
    .string()
    .default("")
    .describe("Account at etcd, which needs to read and write what begins with ETCD_PREFIX. Empty: none."),
  ETCD_PASSWORD: z
    .string()
    .default("")
    .describe("Its password. It is sent to ETCD_URL only and never shown or logged."),
  ETCD_CA_FILE: z
    .string()
    .optional()
    .describe(
      "PEM file of the authorities that sign etcd's certificates. Unset: those Node.js knows. Certificates of clients are not supported.",
    ),
  ETCD_TIMEOUT_MS: ms
    .min(50)
    .default(400)
    .describe("Longest wait for an answer from etcd. Then the next member is asked."),
};

function isPlainUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
}

/** What is wrong with settings that are each right; undefined: nothing. */
export function sequencerFault(env: {
  readonly SEQUENCER_STORE: string;
  readonly ETCD_URL: readonly string[];
  readonly ETCD_USER: string;
  readonly ETCD_PASSWORD: string;
}): string | undefined {
  if (env.SEQUENCER_STORE !== "etcd") return undefined;
  if (env.ETCD_URL.length === 0) return "ETCD_URL: is needed with SEQUENCER_STORE=etcd";
  if ((env.ETCD_USER === "") !== (env.ETCD_PASSWORD === ""))
    return "ETCD_USER, ETCD_PASSWORD: set both, or neither";
  return undefined;
}
