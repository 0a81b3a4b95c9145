/**
 * Kinds of files whose first bytes are unmistakable, by the words they are told to people with. `types`: the media types of
 * the kind, with its other names and with formats built on it (a DNG is a TIFF); `also`: those of other kinds that such
 * bytes rightly go under (an Illustrator file is a PDF, a .tar.gz a gzip). A type that stands nowhere here contradicts
 * nothing. All in lower case, without the `x-` of unregistered ones.
 * Source: the IANA registry of media types, and the signatures the npm package file-type knows.
 */
export const MEDIA_KINDS = {
  "a JPEG image": { types: ["image/jpeg", "image/jpg", "image/pjpeg", "image/jfif"], also: [] },
  "a PNG image": { types: ["image/png", "image/apng", "image/vnd.mozilla.apng"], also: [] },
  "a GIF image": { types: ["image/gif"], also: [] },
  "a TIFF image": {
    types: [
      "image/tiff",
      "image/tif",
      "image/tiff-fx",
      "image/geotiff",
      "image/adobe-dng",
      "image/canon-cr2",
      "image/nikon-nef",
      "image/sony-arw",
      "image/olympus-orf",
      "image/panasonic-rw2",
      "image/pentax-pef",
      "image/raw",
    ],
    also: [],
  },
  "a BMP image": { types: ["image/bmp", "image/ms-bmp"], also: [] },
  "a WebP image": { types: ["image/webp"], also: [] },
  "a HEIF image": {
    types: [
      "image/heic",
      "image/heif",
      "image/heic-sequence",
      "image/heif-sequence",
      "image/avif",
      "image/avif-sequence",
    ],
    also: [],
  },
  "a JPEG 2000 image": {
    types: ["image/jp2", "image/jpx", "image/jpm", "image/j2c", "image/mj2", "video/mj2"],
    also: [],
  },
  "a Photoshop image": {
    types: ["image/vnd.adobe.photoshop", "application/photoshop", "image/psd"],
    also: [],
  },
  "a DICOM image": { types: ["application/dicom"], also: [] },
  "a PDF": {
    types: ["application/pdf", "application/illustrator", "application/vnd.adobe.illustrator"],
    also: ["application/postscript"],
  },
  PostScript: { types: ["application/postscript", "application/eps", "image/eps"], also: [] },
  "a WAV recording": {
    types: ["audio/wav", "audio/wave", "audio/vnd.wave", "audio/bwf", "audio/vnd.bwf"],
    also: [],
  },
  "an AIFF recording": { types: ["audio/aiff", "audio/aif"], also: [] },
  "a FLAC recording": { types: ["audio/flac"], also: ["audio/ogg"] },
  "an MP3 recording": { types: ["audio/mpeg", "audio/mp3", "audio/mpeg3"], also: ["video/mpeg"] },
  "an MPEG-4 file": {
    types: [
      "video/mp4",
      "audio/mp4",
      "application/mp4",
      "video/quicktime",
      "audio/m4a",
      "video/m4v",
      "audio/aac",
      "video/3gpp",
      "audio/3gpp",
      "video/3gpp2",
      "audio/3gpp2",
      "image/canon-cr3",
    ],
    also: [],
  },
  "an AVI film": { types: ["video/vnd.avi", "video/avi", "video/msvideo"], also: [] },
  "a Matroska film": { types: ["video/matroska", "video/webm", "audio/matroska", "audio/webm"], also: [] },
  "an MPEG film": { types: ["video/mpeg", "video/mp2p", "video/mp1s", "video/mp2t", "video/dvd"], also: [] },
  "an Ogg file": {
    types: ["application/ogg", "audio/ogg", "video/ogg", "audio/opus", "audio/vorbis"],
    also: ["audio/flac"],
  },
  "a zip": {
    types: [
      "application/zip",
      "application/zip-compressed",
      "application/epub+zip",
      "application/java-archive",
      "application/vnd.google-earth.kmz",
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
      "application/vnd.openxmlformats-officedocument.wordprocessingml.template",
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      "application/vnd.openxmlformats-officedocument.spreadsheetml.template",
      "application/vnd.openxmlformats-officedocument.presentationml.presentation",
      "application/vnd.openxmlformats-officedocument.presentationml.template",
      "application/vnd.openxmlformats-officedocument.presentationml.slideshow",
      "application/vnd.ms-word.document.macroenabled.12",
      "application/vnd.ms-excel.sheet.macroenabled.12",
      "application/vnd.ms-powerpoint.presentation.macroenabled.12",
      "application/vnd.oasis.opendocument.text",
      "application/vnd.oasis.opendocument.text-template",
      "application/vnd.oasis.opendocument.spreadsheet",
      "application/vnd.oasis.opendocument.spreadsheet-template",
      "application/vnd.oasis.opendocument.presentation",
      "application/vnd.oasis.opendocument.presentation-template",
      "application/vnd.oasis.opendocument.graphics",
      "application/vnd.oasis.opendocument.graphics-template",
      "application/vnd.android.package-archive",
      "model/3mf",
    ],
    also: [],
  },
  "a gzip": {
    types: ["application/gzip", "application/gzip-compressed"],
    also: ["application/tar", "application/tgz", "image/svg+xml"],
  },
  "a bzip2": { types: ["application/bzip2", "application/bzip"], also: ["application/tar"] },
  "an xz": { types: ["application/xz"], also: ["application/tar"] },
  "a 7-Zip": { types: ["application/7z-compressed"], also: [] },
  "a RAR": { types: ["application/vnd.rar", "application/rar", "application/rar-compressed"], also: [] },
  "a tar": { types: ["application/tar", "application/gtar"], also: [] },
  "an old Office file": {
    types: [
      "application/cfb",
      "application/msword",
      "application/vnd.ms-excel",
      "application/vnd.ms-powerpoint",
      "application/vnd.ms-outlook",
      "application/vnd.visio",
      "application/vnd.ms-works",
      "application/vnd.ms-project",
      "application/mspublisher",
    ],
    also: [],
  },
  "an RTF": { types: ["application/rtf", "text/rtf"], also: ["application/msword"] },
  "an SQLite database": {
    types: ["application/vnd.sqlite3", "application/sqlite3", "application/geopackage+sqlite3"],
    also: [],
  },
  "a Windows program": {
    types: ["application/msdownload", "application/vnd.microsoft.portable-executable"],
    also: [],
  },
} as const satisfies Record<string, { readonly types: readonly string[]; readonly also: readonly string[] }>;

export type MediaKind = keyof typeof MEDIA_KINDS;
export const MEDIA_KIND_NAMES = Object.keys(MEDIA_KINDS) as readonly MediaKind[];

/** Types whose signature is two or three letters, which a text may begin with too: they count for nothing that is text, or goes under text. */
export const SHORT_SIGNATURES: ReadonlySet<string> = new Set([
  "image/bmp",
  "audio/mpeg",
  "application/msdownload",
  "application/compress",
  "image/icon",
]);

/** Types that formats nobody has listed are built on: what was declared or named tells more, unless it is another kind. */
export const WRAPPERS: ReadonlySet<string> = new Set([
  "application/zip",
  "application/xml",
  "application/cfb",
  "application/sqlite3",
]);

/** Types of packed files, of which the type of what is packed is declared at times. */
export const PACKED: ReadonlySet<string> = new Set([
  "application/gzip",
  "application/bzip2",
  "application/xz",
  "application/zstd",
]);

/** Types of text that an HTML page may rightly go under. */
export const HTML_TYPES: ReadonlySet<string> = new Set([
  "text/html",
  "application/xhtml+xml",
  "application/httpd-php",
  "text/markdown",
]);

/**
 * Endings of research data that have no registered media type, and which no web page has: for these a page is a wrong
 * answer of the source. What has a type is told by that.
 */
export const DATA_ENDINGS: ReadonlySet<string> = new Set(
  (
    "mat h5 hdf hdf5 he5 nc4 cdf npy npz parquet feather arrow avro rds rda rdata sav zsav por dta sas7bdat xpt shp shx sbn " +
    "gpkg gdb mbtiles las laz e57 czi lif lsm nd2 oib oif vsi svs ndpi scn dcm nii mgz mgh edf bdf gdf bam cram bcf bgz sra " +
    "fast5 pod5 mzml raw wiff fit fts grib grb grib2 grb2 bil bsq tgz tbz2 txz zst lz4 warc sqlite sqlite3 db dbf mdb accdb " +
    "exe dll iso img dmg pkl h5ad loom ckpt pt pth onnx safetensors tfrecord blend fbx glb ply stl dwg skp 3dm"
  ).split(" "),
);

/** Types of files that are text for people or programs, beside all of `text/...`, `...+xml` and `...+json`. */
export const TEXT_TYPES: ReadonlySet<string> = new Set([
  "application/xml",
  "application/json",
  "application/javascript",
  "application/ecmascript",
  "application/typescript",
  "application/httpd-php",
  "application/php",
  "application/yaml",
  "application/toml",
  "application/sql",
  "application/sh",
  "application/tex",
  "application/latex",
  "application/xml-dtd",
  "application/rdf+xml",
  "application/n-triples",
  "application/n-quads",
  "application/trig",
  "application/research-info-systems",
  "application/subrip",
  "application/warc",
  "application/arc",
  "message/rfc822",
  "multipart/related",
  "video/mp2t",
]);

/** Types that say nothing of what a file is. */
export const SAYS_NOTHING: ReadonlySet<string> = new Set([
  "",
  "application/octet-stream",
  "binary/octet-stream",
  "application/unknown",
  "unknown/unknown",
  "application/force-download",
  "application/download",
]);
