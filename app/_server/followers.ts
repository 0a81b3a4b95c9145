import type { Actor } from "../../core/access/roles.ts";
import { WaybillError } from "../../core/errors.ts";
import type { EventStream } from "../../lib/event-stream.ts";
import { MOST_OPEN_PER_PERSON } from "../../lib/open-per-person.ts";

/** Who follows something by a stream. Its `actor` changes when the person's rights do. */
export type Follower = {
  actor: Actor;
  readonly stream: Pick<EventStream, "close" | "closed">;
  /** Who the same request would act as now; undefined when it would be refused. */
  readonly again: () => Promise<Actor | undefined>;
  /** Is told something, if this stream is one of changes. */
  readonly send?: EventStream["send"];
};

/** The open streams of everybody, for as long as they may have them. */
export class Followers {
  readonly #all = new Set<Follower>();

  [Symbol.iterator](): Iterator<Follower> {
    return this.#all.values();
  }

  /** Errors: `too_many_requests` when the person has 32 streams open. */
  requireRoom(actor: Actor): void {
    const open = [...this.#all].filter((follower) => follower.actor.id === actor.id).length;
    if (open >= MOST_OPEN_PER_PERSON)
      throw new WaybillError(
        "too_many_requests",
        `You have ${open} pages or scripts open with live updates. Close some.`,
      );
  }

  add(follower: Follower): void {
    this.#all.add(follower);
    void follower.stream.closed.then(() => this.#all.delete(follower));
  }

  /** Ends the streams of whoever may have none any more; the others go on with the rights their person has now. */
  async recheck(): Promise<void> {
    for (const follower of this.#all) {
      const actor = await follower.again().catch(() => undefined);
      if (actor) follower.actor = actor;
      else follower.stream.close();
    }
  }

  closeAll(): void {
    for (const { stream } of this.#all) stream.close();
  }
}
