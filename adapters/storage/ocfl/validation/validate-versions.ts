import { isRfc3339 } from "../../../../core/rfc3339.ts";
import { INVENTORY } from "../../../../core/storage/ocfl-names.ts";
import { checkPaths } from "./check-paths.ts";
import type { Findings } from "./findings.ts";
import type { InventoryModel, VersionBlock } from "./inventory-model.ts";

const URI = /^[A-Za-z][A-Za-z0-9+.-]*:.+/;

/** Checks names and content of the version blocks and that the head is the last. Source: OCFL 1.1 sections 3.3, 3.5.1 and 3.5.3. */
export function checkVersionBlocks(model: InventoryModel, findings: Findings): void {
  const names = [...model.versions.keys()];
  checkNames(names, findings);
  const newest = names.reduce(
    (best, name) => (numberOf(name) > numberOf(best) ? name : best),
    names[0] ?? "",
  );
  const head = model.fields.get("head");
  if (head !== undefined && names.length > 0 && head !== newest)
    findings.add("E040", INVENTORY, `The head is ${head}, the newest version ${newest}.`);
  for (const [name, version] of model.versions) checkBlock(name, version, model, findings);
}

export function numberOf(name: string): number {
  return /^v\d+$/.test(name) ? Number(name.slice(1)) : Number.NaN;
}

function checkNames(names: readonly string[], findings: Findings): void {
  for (const name of names)
    if (Number.isNaN(numberOf(name)) || numberOf(name) === 0)
      findings.add("E046", INVENTORY, `${name} is not a version's name.`);
  const numbers = new Set(names.map(numberOf));
  for (let number = 1; number <= names.length; number += 1)
    if (!numbers.has(number))
      findings.add(number === 1 ? "E009" : "E010", INVENTORY, `Version ${number} is missing.`);
  checkPadding(names, findings);
}

/** Source: OCFL 1.1 section 3.3: one convention, the first version's, for all. */
function checkPadding(names: readonly string[], findings: Findings): void {
  const padded = names.filter((name) => name.startsWith("v0"));
  if (padded.length === 0) return;
  findings.add("W001", INVENTORY, "Version names are padded with zeros.");
  if (padded.length === names.length) {
    if (new Set(names.map((name) => name.length)).size > 1)
      findings.add("E012", INVENTORY, "Padded version names differ in length.");
    return;
  }
  findings.add("E011", INVENTORY, "Some version names are padded with zeros, some are not.");
  findings.add("E013", INVENTORY, "A version is not named like the ones before it.");
}

function checkBlock(name: string, version: VersionBlock, model: InventoryModel, findings: Findings): void {
  const { texts, state, hasState } = version;
  checkTexts(name, texts, findings);
  if (!hasState) findings.add("E048", INVENTORY, `${name} has no state.`);
  for (const digest of state.keys()) {
    if (!model.manifest.has(digest))
      findings.add("E050", INVENTORY, `${name} uses ${digest}, which the manifest has not.`);
  }
  checkPaths([...state.values()], { part: "E052", slash: "E053", unique: "E095" }, findings);
}

function checkTexts(name: string, texts: ReadonlyMap<string, string>, findings: Findings): void {
  const add = (isSo: boolean, code: string, message: string): void => {
    if (isSo) findings.add(code, INVENTORY, message);
  };
  const [created, user, address] = [texts.get("created"), texts.get("user/name"), texts.get("user/address")];
  add(created === undefined, "E048", `${name} has no created.`);
  add(created !== undefined && !isRfc3339(created), "E049", `${name} was created at ${created}.`);
  add(
    user === "" || (user === undefined && address !== undefined),
    "E054",
    `${name} has a user without a name.`,
  );
  add(!texts.has("message") || user === undefined, "W007", `${name} lacks message or user.`);
  add(user !== undefined && address === undefined, "W008", `The user of ${name} has no address.`);
  add(address !== undefined && !URI.test(address), "W009", `The address of the user of ${name} is no URI.`);
}
