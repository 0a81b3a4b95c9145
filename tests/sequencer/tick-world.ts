import type { Beat } from "../../core/sequencer/epoch.ts";
import { asking, hearOf, learn, type Member, nextMove, startMember } from "../../core/sequencer/member.ts";
import { type Ring, ringOf } from "../../core/sequencer/ring.ts";
import { TIMING, type Timing } from "../../core/sequencer/timing.ts";
import { type MemoryRegister, openRegister } from "./memory-register.ts";

/** What happened at a tick: `C5`: node C published beat 5; `A!`: A tried and failed. */
export type Played = { readonly tick: number; readonly what: string };

type Script = {
  /** Names of nodes by their keys: `{ a1: "B" }`. */
  readonly names: Readonly<Record<string, string>>;
  readonly timing?: Partial<Timing>;
  readonly polls?: boolean;
  /** From which tick on a node is there; 0 where nothing is said. */
  readonly startsAt?: Readonly<Record<string, number>>;
  /** In which order nodes act in a tick. */
  readonly inTick?: readonly string[];
  /** What a node sees of the ring, where it is not all. */
  readonly views?: Readonly<Record<string, Ring>>;
  /** Whether news of a beat reaches a node, shortly after its tick. */
  readonly reaches?: (seq: number, name: string) => boolean;
  /** From which tick on a node is dead. */
  readonly diesAt?: Readonly<Record<string, number>>;
};

/** Plays whole ticks: at each, every node acts as often as it has something to do; shortly after, news goes round. */
export function playTicks(ticks: number, script: Script): { played: Played[]; register: MemoryRegister } {
  const { names, startsAt = {}, views = {}, diesAt = {} } = script;
  const timing = { ...TIMING, ...script.timing };
  let tick = 0;
  const nowMs = () => tick * timing.tickMs;
  const register = openRegister(nowMs, timing);
  const keyOf = new Map(Object.entries(names).map(([key, name]) => [name, key]));
  const ring = ringOf(Object.keys(names));
  const members = new Map(
    [...keyOf].map(([name, key]) => [name, startMember(key, name, (startsAt[name] ?? 0) * timing.tickMs)]),
  );
  const played: Played[] = [];
  const act = (name: string, member: Member): Member => {
    const manner = { ...timing, polls: script.polls ?? true };
    const move = nextMove(member, views[name] ?? ring, nowMs(), manner);
    if (move.do === "wait") return member;
    const asked = asking(member, move.do, nowMs());
    if (move.do === "read") return act(name, learn(asked, register.latest(), nowMs()));
    const { key: writer, incarnation } = member;
    const answer = register.publish({ after: move.after, writer, incarnation, handsOver: false });
    played.push({ tick, what: answer.isPublished ? `${name}${answer.latest.beat.seq}` : `${name}!` });
    return act(name, learn(asked, answer.latest, nowMs()));
  };
  for (tick = 0; tick <= ticks; tick += 1) {
    const before = register.beats.length;
    const alive = [...members.keys()].filter(
      (name) => tick >= (startsAt[name] ?? 0) && tick < (diesAt[name] ?? Number.POSITIVE_INFINITY),
    );
    const order = script.inTick?.filter((name) => alive.includes(name)) ?? alive;
    for (const name of order) update(members, name, (member) => act(name, member));
    for (const beat of register.beats.slice(before))
      for (const name of alive) if (hears(beat, name)) update(members, name, (one) => tell(one, beat));
  }
  return { played, register };

  function hears({ seq, writer }: Beat, name: string): boolean {
    return names[writer] !== name && (script.reaches?.(seq, name) ?? true);
  }
  function tell(member: Member, beat: Beat): Member {
    return hearOf(member, beat, nowMs(), timing);
  }
}

function update(members: Map<string, Member>, name: string, change: (member: Member) => Member): void {
  const member = members.get(name);
  if (member) members.set(name, change(member));
}
