"use client";
import { piecesOf } from "../../core/time-words.ts";
import { useNow, useZone } from "./clock.tsx";
import { exact, toldIn, zoneName } from "./time.model.ts";

/** A sentence of the server's, whose times are UTC, told in the clock all times are shown in; on paper with its zone. */
export function Sentence({ text }: { text: string }) {
  const zone = useZone();
  const nowMs = useNow();
  if (zone === "UTC") return text;
  return piecesOf(text, nowMs).map(({ words, atMs }, place) =>
    atMs === undefined ? (
      words
    ) : (
      <time
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence have no other name
        key={place}
        dateTime={new Date(atMs).toISOString()}
        title={exact(atMs, zone)}
        data-zone={` ${zoneName(atMs, zone)}`}
        className="whitespace-nowrap print:after:content-[attr(data-zone)]"
      >
        {toldIn(atMs, nowMs, zone)}
      </time>
    ),
  );
}
