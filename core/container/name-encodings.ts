/**
 * Character sets of names in containers that are not UTF-8: how a deposit or profile names them, and what they are called
 * where a person reads it. Those of PC-DOS and of the Windows of each script, and their Unix kin: what zip and tar programs
 * wrote before UTF-8. Source: docs/reference/containers.md, "Names"; a test compares the list there with this one.
 */
export const NAME_ENCODINGS = {
  gbk: "GBK (Chinese)",
  big5: "Big5 (Chinese)",
  cp932: "Shift JIS (Japanese)",
  "euc-jp": "EUC-JP (Japanese)",
  cp949: "EUC-KR (Korean)",
  cp866: "CP866 (Cyrillic, DOS)",
  "windows-1251": "Windows-1251 (Cyrillic)",
  "koi8-r": "KOI8-R (Russian)",
  "koi8-u": "KOI8-U (Ukrainian)",
  cp437: "CP437 (DOS)",
  cp850: "CP850 (Western European, DOS)",
  cp852: "CP852 (Central European, DOS)",
  "windows-1252": "Windows-1252 (Western European)",
  "windows-1250": "Windows-1250 (Central European)",
  "windows-1253": "Windows-1253 (Greek)",
  "windows-1254": "Windows-1254 (Turkish)",
  "windows-1255": "Windows-1255 (Hebrew)",
  "windows-1256": "Windows-1256 (Arabic)",
  "iso-8859-1": "ISO-8859-1 (Western European)",
  "iso-8859-2": "ISO-8859-2 (Central European)",
  "iso-8859-15": "ISO-8859-15 (Western European)",
  macintosh: "Mac Roman",
} as const;
export type NameEncoding = keyof typeof NAME_ENCODINGS;

const ALSO: Readonly<Record<string, NameEncoding>> = {
  gb2312: "gbk",
  gb18030: "gbk",
  cp936: "gbk",
  cp950: "big5",
  "shift-jis": "cp932",
  sjis: "cp932",
  "windows-31j": "cp932",
  "euc-kr": "cp949",
  cp1250: "windows-1250",
  cp1251: "windows-1251",
  cp1252: "windows-1252",
  cp1253: "windows-1253",
  cp1254: "windows-1254",
  cp1255: "windows-1255",
  cp1256: "windows-1256",
  "ibm-437": "cp437",
  ibm437: "cp437",
  ibm850: "cp850",
  ibm852: "cp852",
  ibm866: "cp866",
  latin1: "iso-8859-1",
  "mac-roman": "macintosh",
};

/** The encoding somebody means by this name, in any case and with `_` for `-`; undefined when it is not known. */
export function readNameEncoding(text: string): NameEncoding | undefined {
  const name = text.trim().toLowerCase().replaceAll("_", "-");
  if (Object.hasOwn(NAME_ENCODINGS, name)) return name as NameEncoding;
  return Object.hasOwn(ALSO, name) ? ALSO[name] : undefined;
}
