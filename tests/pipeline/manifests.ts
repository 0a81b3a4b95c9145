/** One row of a manifest. */
export type Row = {
  readonly url: string;
  readonly name: string;
  readonly sha256?: string;
  readonly size?: number;
  readonly mimeType?: string;
  readonly title?: string;
  readonly localId?: string;
  readonly ark?: string;
};

const HEADER = (profile: string) =>
  `#%checkm_0.7\n#%profile | http://uc3.cdlib.org/registry/ingest/manifest/${profile}\n`;

function rows(all: readonly Row[], more: (row: Row) => string): string {
  return all
    .map(
      (row) =>
        `${row.url} | ${row.sha256 ? "sha-256" : ""} | ${row.sha256 ?? ""} | ${row.size ?? ""} | | ${row.name}${more(row)}\n`,
    )
    .join("");
}

/** An object manifest that lists these files. */
export function objectManifest(files: readonly Row[]): string {
  return `${HEADER("mrt-ingest-manifest")}${rows(files, ({ mimeType }) => (mimeType ? ` | ${mimeType}` : ""))}#%eof\n`;
}

/** A batch manifest whose every row is an object of one file. */
export function batchOfFiles(files: readonly Row[]): string {
  return `${HEADER("mrt-single-file-batch-manifest")}${rows(files, batchColumns)}#%eof\n`;
}

/** A batch manifest whose every row is a container. */
export function batchOfContainers(containers: readonly Row[]): string {
  return `${HEADER("mrt-container-batch-manifest")}${rows(containers, batchColumns)}#%eof\n`;
}

/** A batch manifest whose every row is an object manifest. */
export function batchOfManifests(manifests: readonly Row[]): string {
  return `${HEADER("mrt-batch-manifest")}${rows(manifests, batchColumns)}#%eof\n`;
}

function batchColumns({ ark, localId, title }: Row): string {
  return ` | ${ark ?? ""} | ${localId ?? ""} | | ${title ?? ""} | `;
}
