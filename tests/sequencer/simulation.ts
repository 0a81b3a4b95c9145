import type { Beat } from "../../core/sequencer/epoch.ts";
import {
  asking,
  fail,
  hearOf,
  hearOfIntake,
  learn,
  type Member,
  nextMove,
  startMember,
} from "../../core/sequencer/member.ts";
import { distanceFrom, ringOf } from "../../core/sequencer/ring.ts";
import { TIMING } from "../../core/sequencer/timing.ts";
import { openRegister } from "./memory-register.ts";

/** Chances are from 0 to 1, of each message or each tick. */
export type Weather = {
  readonly nodes: number;
  readonly ticks: number;
  /** News of a beat that never arrives. */
  readonly lost: number;
  /** The answer to a call that never arrives, though the call was carried out. */
  readonly unanswered: number;
  /** In each tick, that one of the nodes dies, to come back as another incarnation; or is stopped for a while. */
  readonly crashes: number;
  readonly pauses: number;
  /** How much faster or slower a node's clock may be. */
  readonly drift: number;
  /** Now and then a node sees only some of the others. */
  readonly diverges: boolean;
  readonly intake: number;
  /** How long one way of a call may take; WAY_MS where nothing is said. News is not slower by it. */
  readonly callMs?: number;
};

/** What was found: beats, takeovers, and what broke a rule, in words. */
export type Outcome = {
  readonly beats: readonly Beat[];
  readonly takeovers: number;
  readonly broken: string[];
};

/** One way of a call to the store, and how long after its time a node wakes, at most. */
const WAY_MS = 4;
const LATE_MS = 3;
/** After which a call without an answer counts as failed. */
const PATIENCE_MS = 60;
/** What a bound allows beside whole ticks: a call in each direction for reading and one for publishing, waking, and news as late as it may be. */
const SLACK_MS = 4 * WAY_MS + 2 * LATE_MS + 0.25 * TIMING.tickMs;

/** What a takeover may be too early where clocks go alike: the store's has whole milliseconds. */
const LEAST_MS = 1;

type Node = {
  readonly key: string;
  member: Member;
  incarnation: number;
  rate: number;
  view: readonly string[];
  isUp: boolean;
  stoppedUntil: number;
  /** Since when it has been running and reaching the store without a break. */
  wellSince: number;
  /** Only the newest of its wake-ups counts. */
  alarm: number;
};

/** Runs nodes against one register by a clock of its own. `random`: from 0 to 1, always the same for the same seed. */
export function simulate(weather: Weather, random: () => number): Outcome {
  let nowMs = 0;
  const endMs = weather.ticks * TIMING.tickMs;
  const events = openAgenda();
  const at = (ms: number, act: () => void) => events.add(Math.max(ms, nowMs), act);
  const register = openRegister(() => nowMs, TIMING);
  const broken: string[] = [];
  const keys = ringOf(
    Array.from({ length: weather.nodes }, () => random().toString(16).slice(2).padEnd(16, "0")),
  );
  const clockOf = (node: Node) => nowMs * node.rate;
  const bootOf = ({ key, incarnation }: Node) => `${key}/${incarnation}`;
  const nodes = keys.map((key): Node => {
    const rate = 1 + (random() * 2 - 1) * weather.drift;
    const member = startMember(key, `${key}/0`, 0);
    return {
      key,
      member,
      incarnation: 0,
      rate,
      view: keys,
      isUp: true,
      stoppedUntil: 0,
      wellSince: 0,
      alarm: 0,
    };
  });
  let last = { ms: 0, bounds: boundsNow() };
  let takeovers = 0;

  for (const node of nodes) wake(node);
  for (let tick = 0; tick < weather.ticks; tick += 1) at(tick * TIMING.tickMs, befall);
  events.run((ms) => {
    nowMs = ms;
    return nowMs <= endMs;
  });
  checkBound(endMs);
  return { beats: register.beats, takeovers, broken };

  /** By when each node, as it sees the ring, is to have published if it stays well. */
  function boundsNow(): ReadonlyMap<Node, number> {
    const latest = register.beats.at(-1);
    return new Map(
      nodes.map((node, place) => {
        const { period, firstStep, step } = TIMING;
        const ticks = latest
          ? period + distanceFrom(node.view, latest.writer, node.key) * step
          : place * firstStep;
        return [node, nowMs + ticks * TIMING.tickMs * (1 + weather.drift) + SLACK_MS];
      }),
    );
  }

  function checkBound(ms: number): void {
    for (const [node, bound] of last.bounds)
      if (ms > bound && node.isUp && node.wellSince <= last.ms)
        broken.push(
          `${node.key} was well and let ${(ms - last.ms).toFixed(0)} ms pass after beat ${register.beats.length}`,
        );
  }

  function act(node: Node): void {
    if (!node.isUp || node.stoppedUntil > nowMs) return;
    const move = nextMove(node.member, node.view, clockOf(node), TIMING);
    if (move.do === "wait") {
      node.alarm += 1;
      const { alarm } = node;
      const wakeMs = move.untilMs / node.rate + random() * LATE_MS;
      if (Number.isFinite(wakeMs)) at(wakeMs, () => node.alarm === alarm && act(node));
      return;
    }
    const boot = bootOf(node);
    node.member = asking(node.member, move.do, clockOf(node));
    const answer = (hear: (member: Member) => Member) => {
      if (bootOf(node) !== boot || !node.isUp) return;
      whenRunning(node, () => {
        if (bootOf(node) !== boot) return;
        node.member = hear(node.member);
        act(node);
      });
    };
    const isAnswered = random() >= weather.unanswered;
    const { callMs = WAY_MS } = weather;
    const { view } = node;
    at(nowMs + random() * callMs, () => {
      const latest = move.do === "read" ? register.latest() : publish(node, boot, move.after, view);
      const answeredMs = nowMs + random() * callMs;
      if (isAnswered) at(answeredMs, () => answer((member) => learn(member, latest, clockOf(node))));
    });
    if (!isAnswered) {
      spoil(node, nowMs + PATIENCE_MS + TIMING.tickMs + 4 * WAY_MS);
      at(nowMs + PATIENCE_MS, () => answer((member) => fail(member, clockOf(node))));
    }
  }

  function publish({ key }: Node, incarnation: string, after: number, view: readonly string[]) {
    const before = register.latest()?.beat;
    const { period, step, tickMs } = TIMING;
    const { isPublished, latest } = register.publish({ after, writer: key, incarnation, handsOver: false });
    if (!isPublished) return latest;
    checkBound(nowMs);
    if (before && before.incarnation !== incarnation) {
      takeovers += 1;
      const ticks = period + distanceFrom(view, before.writer, key) * step;
      if (weather.drift === 0 && nowMs - last.ms < ticks * tickMs - LEAST_MS)
        broken.push(
          `${key} took over ${(nowMs - last.ms).toFixed(0)} ms after beat ${after}, in its place ${ticks}`,
        );
    }
    last = { ms: nowMs, bounds: boundsNow() };
    for (const node of nodes)
      if (node.key !== key && random() >= weather.lost)
        at(nowMs + random() * 2 * WAY_MS, () => {
          const boot = bootOf(node);
          whenRunning(node, () => {
            if (bootOf(node) !== boot || !node.isUp) return;
            node.member = hearOf(node.member, latest.beat, clockOf(node), TIMING);
            act(node);
          });
        });
    return latest;
  }

  function whenRunning(node: Node, act: () => void): void {
    if (node.stoppedUntil <= nowMs) act();
    else at(node.stoppedUntil, () => whenRunning(node, act));
  }

  function spoil(node: Node, untilMs: number): void {
    node.wellSince = Math.max(node.wellSince, untilMs);
  }

  function wake(node: Node): void {
    at(nowMs + random() * LATE_MS, () => act(node));
  }

  /** What happens to nodes in a tick. */
  function befall(): void {
    const node = nodes[Math.floor(random() * nodes.length)];
    if (!node) return;
    if (node.isUp && random() < weather.crashes) crash(node);
    else if (node.isUp && random() < weather.pauses) stop(node);
    if (weather.diverges && random() < 0.1) {
      node.view = ringOf([node.key, ...keys.filter(() => random() < 0.6)]);
      // its turn may have moved
      spoil(node, nowMs);
    }
    if (random() < weather.intake) take();
  }

  function crash(node: Node): void {
    node.isUp = false;
    at(nowMs + random() * 20 * TIMING.tickMs, () => {
      node.isUp = true;
      node.incarnation += 1;
      node.stoppedUntil = 0;
      node.wellSince = nowMs;
      node.member = startMember(node.key, bootOf(node), clockOf(node));
      wake(node);
    });
  }

  function stop(node: Node): void {
    node.stoppedUntil = nowMs + random() * 20 * TIMING.tickMs;
    spoil(node, node.stoppedUntil);
    at(node.stoppedUntil, () => act(node));
  }

  function take(): void {
    register.intake(1 + Math.floor(random() * 5));
    for (const node of nodes)
      at(nowMs + random() * 2 * WAY_MS, () => {
        node.member = hearOfIntake(node.member, clockOf(node));
        act(node);
      });
  }
}

/** What is to be done, by time; what is for the same time in the order in which it came. */
function openAgenda() {
  type Entry = { readonly ms: number; readonly act: () => void };
  const entries: Entry[] = [];
  return {
    add: (ms: number, act: () => void) => {
      let place = entries.length;
      while (place > 0 && (entries[place - 1]?.ms ?? 0) > ms) place -= 1;
      entries.splice(place, 0, { ms, act });
    },
    run: (goesOn: (ms: number) => boolean) => {
      for (let next = entries.shift(); next && goesOn(next.ms); next = entries.shift()) next.act();
    },
  };
}
