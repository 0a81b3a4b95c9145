import type { Problem } from "../errors.ts";
import { NameSet } from "../manifest/name-set.ts";
import { checkName } from "../manifest/names.ts";
import { MANIFEST_PROBLEMS, type ManifestCode, type Report } from "../manifest/problems.ts";
import { fillSentence } from "../problem/sentence.ts";
import { Findings } from "./findings.ts";
import { CONTAINER_LIMITS, isBomb } from "./limits.ts";
import type { NameEncoding } from "./name-encodings.ts";
import type { ContainerEntry } from "./ports.ts";
import { describeEntryProblem, type EntryFault } from "./problems.ts";

type Facts = Readonly<Record<string, string | number>>;

/** A file of a container, to be written out. */
export type ListedFile = { readonly name: string; readonly sizeBytes: number };

/**
 * Judges the entries of a container one by one, as a whole after `end`. Folders are only looked at; what is listed are
 * the files. None of it may be used unless `findings` has no problem. `isFull`: no more entries need reading.
 * Source: docs/reference/containers.md, "Limits" and "Names".
 */
export class ContainerListing {
  readonly findings = new Findings();
  readonly files: ListedFile[] = [];
  readonly #mostBytes: number;
  readonly #nameEncoding: NameEncoding | undefined;
  readonly #names = new NameSet();
  readonly #spans: { readonly from: number; readonly to: number; readonly name: string }[] = [];
  #entries = 0;
  #bytes = 0;
  #nameCharacters = 0;
  #isFull = false;

  /** `nameEncoding`: by which names were read that are not UTF-8. */
  constructor(mostBytes: number, nameEncoding?: NameEncoding) {
    this.#mostBytes = mostBytes;
    this.#nameEncoding = nameEncoding;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get isFull(): boolean {
    return this.#isFull;
  }

  take(entry: ContainerEntry): void {
    this.#entries += 1;
    this.#nameCharacters += entry.name.length;
    if (this.#entries > CONTAINER_LIMITS.entries) this.#stop("too_many_entries", CONTAINER_LIMITS.entries);
    else if (this.#nameCharacters > CONTAINER_LIMITS.nameCharacters)
      this.#stop("names_too_long", CONTAINER_LIMITS.nameCharacters);
    else this.#judge(entry);
  }

  #judge(entry: ContainerEntry): void {
    for (const fault of entry.faults)
      this.findings.problem(() => describeFault(fault, entry, this.#nameEncoding));
    if (entry.span) this.#spans.push({ ...entry.span, name: entry.name });
    this.#judgeName(entry);
    if (entry.kind === "file") this.#takeFile(entry);
  }

  end(): void {
    if (this.#isFull) return;
    this.#spans.sort((a, b) => a.from - b.from);
    let end = 0;
    for (const { from, to, name } of this.#spans) {
      if (from < end) this.findings.problem(describeEntryProblem("entry_overlap", { name }));
      end = Math.max(end, to);
    }
    if (this.files.length === 0 && this.findings.problemCount === 0)
      this.findings.problem(describeEntryProblem("no_files"));
  }

  #takeFile({ name, sizeBytes, compressedBytes = sizeBytes }: ContainerEntry): void {
    if (isBomb(compressedBytes, sizeBytes)) {
      this.findings.problem(describeEntryProblem("entry_ratio", { name, ratio: CONTAINER_LIMITS.ratio }));
      return;
    }
    this.#bytes += sizeBytes;
    if (this.#bytes > this.#mostBytes) this.#stop("too_many_bytes", this.#mostBytes);
    else this.files.push({ name, sizeBytes });
  }

  /** An entry whose name could not be read has had its problem. */
  #judgeName({ name, kind, faults }: ContainerEntry): void {
    if (faults.some((fault) => NAME_FAULTS.has(fault))) return;
    const report: Report = (code, ...facts) => {
      const said = nameProblem(code, facts[0] ?? {}, this.#entries);
      this.findings[MANIFEST_PROBLEMS[code].severity](said);
    };
    if (!checkName(name, report)) return;
    if (kind === "file") this.#names.add(name, this.#entries, report);
    else this.#names.addFolder(name, this.#entries, report);
  }

  #stop(code: "too_many_entries" | "names_too_long" | "too_many_bytes", most: number): void {
    this.#isFull = true;
    this.findings.problem(describeEntryProblem(code, { most }));
  }
}

const NAME_FAULTS: ReadonlySet<EntryFault> = new Set([
  "entry_name_encoding",
  "entry_name_other_encoding",
  "entry_name_marked",
]);

function describeFault(
  fault: EntryFault,
  { name, readings }: ContainerEntry,
  encoding: NameEncoding | undefined,
): Problem {
  switch (fault) {
    case "entry_name_encoding":
      return describeEntryProblem(fault, { readings: readings?.() ?? "" });
    case "entry_name_other_encoding":
      return describeEntryProblem(fault, { name, encoding: encoding ?? "" });
    default:
      return describeEntryProblem(fault, { name });
  }
}

/** What a name may do wrong in a manifest, said of a container's entries. */
function nameProblem(code: ManifestCode, facts: Facts, entry: number): Problem {
  const { name = "", other = 0, most = 0 } = facts;
  switch (code) {
    case "name_twice":
      return describeEntryProblem("entry_twice", { name, other, entry });
    case "name_file_and_folder":
      return describeEntryProblem("entry_file_and_folder", { name, other });
    case "too_many_folders":
      return describeEntryProblem("too_many_folders", { most });
    case "name_case_twin":
      return describeEntryProblem("entry_case_twin", { name, other });
    default:
      return { line: 0, code, message: fillSentence(MANIFEST_PROBLEMS[code].sentence, facts) };
  }
}
