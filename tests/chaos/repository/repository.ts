import { folderPlace } from "../../../adapters/root/folder-place.ts";
import { guardedReceive } from "../../../adapters/upload/guarded-receive.ts";
import { storePayload } from "../../../adapters/upload/store-payload.ts";
import { WaybillError } from "../../../core/errors.ts";
import type { StorageRoot } from "../../../core/ports.ts";
import { submitBatch } from "../../../operations/batch/submit.ts";
import type { Context } from "../../../operations/context.ts";
import { guardRoot } from "../../../operations/root/guard.ts";
import { type Dice, openDice } from "../dice.ts";
import { surely } from "../surely.ts";
import { type Acknowledged, DEPOSIT_KINDS, type Deposit, type DepositKind } from "./deposit.ts";
import { makeRepositoryLane, REPOSITORY_LANES, type RepositoryLane } from "./lanes.ts";
import { makeDeposit } from "./make-deposit.ts";
import type { Neighbours } from "./neighbours.ts";

/** Salt of the dice of lanes, so that they draw something else than the faults. */
const LANE_SALT = 7_919;

type Line = { number: number; tail: Promise<unknown>; kinds: DepositKind[]; readonly dice: Dice };

/** The repository's side of a run: lanes, and what was handed in to them. */
export class Repository {
  readonly #ctx: Context;
  readonly #neighbours: Neighbours;
  /** As the web has it: what it takes while working storage is away does not count. */
  readonly #working: StorageRoot;
  readonly #seed: number;
  readonly #lines = new Map<string, Line>();
  readonly lanes: RepositoryLane[] = [];
  /** In the order they were acknowledged; of one lane that is the order they were handed in. */
  readonly acknowledged: Acknowledged[] = [];
  /** Deposits made, whether or not one is acknowledged yet. */
  attempted = 0;
  /** Refusals by their code; `unanswered`: nobody knows whether it was taken. */
  readonly refused = new Map<string, number>();

  constructor(ctx: Context, neighbours: Neighbours, seed: number) {
    this.#ctx = ctx;
    this.#neighbours = neighbours;
    this.#working = guardRoot(ctx, folderPlace("working", ctx.env.WORKING_STORAGE));
    this.#seed = seed;
  }

  /** Makes the lanes of every run. */
  async open(): Promise<void> {
    for (const lane of REPOSITORY_LANES) await this.addLane(lane);
  }

  async addLane(lane: RepositoryLane): Promise<void> {
    await makeRepositoryLane(this.#ctx, lane, {
      sourceHost: this.#neighbours.source.host,
      receiverHost: this.#neighbours.receiver.host,
    });
    const dice = openDice(this.#seed + LANE_SALT * (this.lanes.length + 1));
    this.#lines.set(lane.slug, { number: 0, tail: Promise.resolve(), kinds: [], dice });
    this.lanes.push(lane);
  }

  /**
   * Makes a lane's next deposit and hands it in until it is acknowledged, after those before it. `kind`: left out, every
   * kind comes once, in an order of the dice, and then again. @throws the last refusal, after some minutes of them
   */
  deposit(slug: string, kind?: DepositKind): Promise<Acknowledged> {
    const line = this.#lineOf(slug);
    line.number += 1;
    const { number } = line;
    const drawn = kind ?? nextKind(line);
    return this.give(slug, () => makeDeposit(drawn, slug, number, this.#neighbours.source));
  }

  /** The same with a deposit of the caller's own. */
  give(slug: string, make: () => Deposit | Promise<Deposit>): Promise<Acknowledged> {
    const line = this.#lineOf(slug);
    this.attempted += 1;
    const done = line.tail.then(async () => {
      const deposit = await make();
      const acknowledged = await surely(() => this.handIn(deposit));
      this.acknowledged.push(acknowledged);
      return acknowledged;
    });
    line.tail = done.catch(() => undefined);
    return done;
  }

  #lineOf(slug: string): Line {
    const line = this.#lines.get(slug);
    if (!line) throw new Error(`There is no lane ${slug}.`);
    return line;
  }

  /** Hands a deposit in once, as it was or again. @throws its refusal */
  async handIn(deposit: Deposit): Promise<Acknowledged> {
    const { collection, filename, fields, payload, key } = deposit;
    const { WORKING_STORAGE: folder, UPLOAD_MAX_BYTES: maxBytes, DISK_RESERVE: reserveBytes } = this.#ctx.env;
    const all = { ...fields, collection, filename };
    const store = () => storePayload(once(payload), { folder, maxBytes, reserveBytes });
    const receive = guardedReceive(
      async () => ({ ...(await store()), fields: all, filename }),
      this.#working,
    );
    try {
      const { batchId } = await submitBatch(this.#ctx, { receive, idempotencyKey: key, userAgent: "chaos" });
      return { deposit, batchId };
    } catch (error) {
      const code = error instanceof WaybillError ? error.code : "unanswered";
      this.refused.set(code, (this.refused.get(code) ?? 0) + 1);
      throw error;
    }
  }
}

function nextKind(line: Line): DepositKind {
  if (line.kinds.length === 0) {
    line.kinds = DEPOSIT_KINDS.map((kind) => ({ kind, roll: line.dice.roll() }))
      .sort((a, b) => a.roll - b.roll)
      .map(({ kind }) => kind);
  }
  return line.kinds.pop() ?? "file";
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
