import { beatText, type OrderedBeat, readBeatText } from "../../core/sequencer/order.ts";
import type { OrderLog, Top } from "../../core/sequencer/ports.ts";
import { type EtcdAccess, EtcdFailed, openEtcd } from "./etcd-client.ts";

/** How many of the last beats are kept if nothing is said: four minutes of them while there is something to order. */
const KEPT_BEATS = 4_096;

/** `prefix`: what the names of all keys begin with; one for each installation. `kept`: how many beats the log keeps. */
export type EtcdLogOptions = EtcdAccess & { readonly prefix: string; readonly kept?: number };

type Pair = { readonly key: string; readonly value?: string; readonly mod_revision: string };
type Range = { readonly kvs?: readonly Pair[] };
type Txn = {
  readonly header: { readonly revision: string };
  readonly succeeded?: boolean;
  readonly responses?: readonly { readonly response_range?: Range }[];
};
type Watched = { readonly result?: { readonly events?: readonly { readonly kv?: Pair }[] } };

/**
 * An order log in etcd 3.4 or later: one key for the latest beat and one for each of the last ones, written together under
 * the condition that the latest is what the writer knows, by its revision. That a beat's own key is absent would not do: once
 * old ones are removed, whoever sleeps long enough could write one of them again. No leases: nothing here ends by itself.
 * Source: etcd documentation, "API" and "gRPC gateway". Errors: EtcdFailed.
 */
export function openEtcdLog({ prefix, kept = KEPT_BEATS, ...access }: EtcdLogOptions): OrderLog {
  const etcd = openEtcd(access);
  const latest = base64(`${prefix}/latest`);
  const slot = (seq: number) => base64(`${prefix}/log/${String(Math.max(0, seq)).padStart(16, "0")}`);
  const end = base64(`${prefix}/log0`);
  return {
    top: async () => {
      const found = (await etcd.call("/v3/kv/range", { key: latest })) as Range;
      return topOf(found);
    },
    put: async (beat, over) => {
      // after a gap, whatever is kept is of a history that may not be this one
      const first = over && over.beat.seq !== beat.seq - 1 ? beat.seq : beat.seq - kept + 1;
      const value = base64(beatText(beat));
      const answer = (await etcd.call("/v3/kv/txn", {
        compare: [{ key: latest, target: "MOD", result: "EQUAL", mod_revision: over?.version ?? "0" }],
        success: [
          { request_put: { key: latest, value } },
          { request_put: { key: slot(beat.seq), value } },
          { request_delete_range: { key: slot(0), range_end: slot(first) } },
        ],
        failure: [{ request_range: { key: latest } }],
      })) as Txn;
      if (answer.succeeded === true) return { isPut: true, top: { beat, version: answer.header.revision } };
      const top = topOf(answer.responses?.[0]?.response_range ?? {});
      if (!top) throw new EtcdFailed("etcd has lost the latest beat while another one was written");
      return { isPut: false, top };
    },
    list: async (after, most) => {
      const found = (await etcd.call("/v3/kv/range", {
        key: slot(after + 1),
        range_end: end,
        limit: String(most),
      })) as Range;
      return (found.kvs ?? []).map(beatOf);
    },
    watch: (onBeat) =>
      etcd.follow("/v3/watch", { create_request: { key: latest } }, (line) => {
        for (const { kv } of (line as Watched).result?.events ?? []) if (kv?.value) onBeat(beatOf(kv));
      }),
    close: () => etcd.close(),
  };
}

function topOf({ kvs }: Range): Top | undefined {
  const [pair] = kvs ?? [];
  return pair && { beat: beatOf(pair), version: pair.mod_revision };
}

function beatOf({ key, value }: Pair): OrderedBeat {
  const beat = readBeatText(Buffer.from(value ?? "", "base64").toString("utf8"));
  if (!beat)
    throw new EtcdFailed(
      `etcd has something else than a beat at ${Buffer.from(key, "base64").toString("utf8")}`,
    );
  return beat;
}

function base64(text: string): string {
  return Buffer.from(text, "utf8").toString("base64");
}
