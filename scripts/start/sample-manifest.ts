import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { ROOT } from "../root.ts";

interface Sample {
  /** Name in public/samples. */
  readonly file: string;
  readonly localId: string;
  readonly title: string;
}

const SAMPLES: readonly Sample[] = [
  { file: "field-notes.txt", localId: "elm-survey-notes", title: "Elm survey: field notes" },
  { file: "measurements.csv", localId: "elm-survey-measurements", title: "Elm survey: measurements" },
  { file: "leaf.svg", localId: "elm-survey-leaf", title: "Elm survey: drawing of a leaf" },
  { file: "plots.geojson", localId: "elm-survey-plots", title: "Elm survey: where the plots lie" },
];

/** A batch of single files, each served by the web itself at `address`. Format: docs/reference/manifest.md. */
export async function sampleManifest(address: string): Promise<string> {
  const rows = await Promise.all(SAMPLES.map((sample) => rowOf(sample, address)));
  return [
    "#%checkm_0.7",
    "#%profile | http://uc3.cdlib.org/registry/ingest/manifest/mrt-single-file-batch-manifest",
    "#%prefix | mrt: | http://merritt.cdlib.org/terms#",
    "#%prefix | nfo: | http://www.semanticdesktop.org/ontologies/2007/03/22/nfo#",
    "#%fields | nfo:fileUrl | nfo:hashAlgorithm | nfo:hashValue | nfo:fileSize | nfo:fileLastModified | nfo:fileName | mrt:primaryIdentifier | mrt:localIdentifier | mrt:creator | mrt:title | mrt:date",
    ...rows,
    "#%eof",
    "",
  ].join("\n");
}

async function rowOf({ file, localId, title }: Sample, address: string): Promise<string> {
  const bytes = await readFile(path.join(ROOT, "public", "samples", file));
  const digest = createHash("sha256").update(bytes).digest("hex");
  const source = `${address}/samples/${file}`;
  return [source, "sha-256", digest, bytes.length, "", file, "", localId, "Waybill", title, "2026"].join(
    " | ",
  );
}
