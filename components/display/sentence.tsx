"use client";
import type { Sentence as Pieces } from "../../core/contracts/sentence.ts";
import { textOf } from "../../core/sentence.ts";
import { useNow, useZone } from "./clock.tsx";
import { exact, toldIn, zoneName } from "./time.model.ts";

/** A sentence of the server's, its times told in the clock all times are shown in; on paper with its zone. */
export function Sentence({ pieces }: { pieces: Pieces }) {
  const zone = useZone();
  const nowMs = useNow();
  if (zone === "UTC") return textOf(pieces);
  return pieces.map((piece, place) => {
    if (typeof piece === "string") return piece;
    const atMs = Date.parse(piece.at);
    return (
      <time
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence have no other name
        key={place}
        dateTime={piece.at}
        title={exact(atMs, zone)}
        data-zone={` ${zoneName(atMs, zone)}`}
        className="whitespace-nowrap print:after:content-[attr(data-zone)]"
      >
        {toldIn(atMs, nowMs, zone)}
      </time>
    );
  });
}
