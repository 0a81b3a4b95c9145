import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { validateBag } from "../../core/bagit/validate.ts";
import { folderTree } from "./folder-tree.ts";

/**
 * Judges all bags of the Library of Congress's bagit-conformance-suite and prints the score, case by case:
 * BAGIT_SUITE=folder node --import tsx tests/containers/bagit-suite.ts
 */
const SUITE = process.env.BAGIT_SUITE ?? "";

/** Files a manifest of the suite lists and its checkout lacks, because git left them out. They are empty. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  "v0.97/warning/special-system-files": "data/.DS_Store",
};

function foldersIn(folder: string): string[] {
  return readdirSync(path.join(SUITE, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => path.posix.join(folder, entry.name));
}

async function judge(name: string) {
  const folder = mkdtempSync(path.join(os.tmpdir(), "waybill-bag-"));
  try {
    cpSync(path.join(SUITE, name), folder, { recursive: true });
    const leftOut = LEFT_OUT[name];
    if (leftOut && !existsSync(path.join(folder, leftOut))) writeFileSync(path.join(folder, leftOut), "");
    const { problems, warnings } = (await validateBag(folderTree(folder))).findings;
    return { problems: problems.map(({ code }) => code), warnings: warnings.map(({ code }) => code) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

let [right, all] = [0, 0];
for (const version of foldersIn("").filter((name) => /^v\d/.test(name))) {
  for (const name of foldersIn(version).flatMap(foldersIn)) {
    const { problems, warnings } = await judge(name);
    const kind = name.split("/")[1];
    const isValid = problems.length === 0;
    const asWanted =
      kind === "valid" ? isValid : kind === "warning" ? isValid && warnings.length > 0 : !isValid;
    all += 1;
    if (asWanted) right += 1;
    console.log(`${asWanted ? "right" : "WRONG"}  ${name}  ${[...problems, ...warnings].join(" ")}`);
  }
}
console.log(`${right} of ${all} right`);
process.exitCode = all > 0 && right === all ? 0 : 1;
