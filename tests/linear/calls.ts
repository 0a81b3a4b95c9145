import * as z from "zod";
import { readXml } from "../../adapters/metadata/read-xml.ts";
import { readDeclaration } from "../../core/bagit/declaration.ts";
import type { BagProfile } from "../../core/bagit/profile.ts";
import { readTagLines } from "../../core/bagit/tag-lines.ts";
import { validateBag } from "../../core/bagit/validate.ts";
import { callbackAddress, receiverOf, secretsOf } from "../../core/callback/address.ts";
import { targetOf } from "../../core/callback/target.ts";
import { checkOwnManifest, OWN_MANIFEST } from "../../core/container/own-manifest.ts";
import type { FileTree } from "../../core/container/ports.ts";
import { describeEntryProblem } from "../../core/container/problems.ts";
import { DEPOSIT_FIELD_NAMES, readDeposit } from "../../core/contracts/deposit.ts";
import { WaybillError } from "../../core/errors.ts";
import { readLaneSettings } from "../../core/lane/settings.ts";
import { type Letter, letterText, letterWords } from "../../core/mail/letter.ts";
import { checkManifest } from "../../core/manifest/check-manifest.ts";
import { ProblemLog } from "../../core/manifest/problem-log.ts";
import { describeProblem } from "../../core/manifest/problems.ts";
import { storageManifest } from "../../core/metadata/storage-manifest.ts";
import { NEED_KINDS, needsOf, type WaitingFacts } from "../../core/overview/needs.ts";
import { describeOf, problem } from "../../core/problem/catalogue.ts";
import { CarriedFiles } from "../../core/storage/carried-files.ts";
import { byName } from "../../core/task/by-name.ts";
import { timesBetween } from "../../core/task/cron.ts";
import { defineTask } from "../../core/task/define-task.ts";
import { clientAddress, readNetworks } from "../../lib/client-address.ts";
import { sendDownload } from "../../lib/download.ts";
import { fieldWords } from "../../lib/field-words.ts";
import { answer } from "../../lib/http.ts";
import { createLog } from "../../lib/log.ts";
import { countOf, type Hostile } from "./make-value.ts";
import { many, TYPE_MAKERS } from "./type-makers.ts";

/** Names of files are no longer once `checkName` has found them fine. */
const MOST_NAME = 4_096;

type Call = (hostile: Hostile) => unknown;

const bytes = (text: string) => new TextEncoder().encode(text);
/** Each text on a line of its own, behind `before`. */
const lines = (hostile: Hostile, before: string) => many(hostile, (text) => `${before}${text}\n`).join("");

async function* chunksOf(text: string): AsyncGenerator<Uint8Array> {
  const whole = bytes(text);
  for (let at = 0; at < whole.length; at += 65_536) yield whole.subarray(at, at + 65_536);
}

function treeOf(files: Readonly<Record<string, string>>): FileTree {
  return {
    files: new Map(Object.entries(files).map(([name, text]) => [name, { sizeBytes: text.length }])),
    read: (path) => chunksOf(files[path] ?? ""),
    digest: async () => "0".repeat(32),
  };
}

/** A bag of either version with the text in every file that is read, and as the name of a file. */
function bagOf(hostile: Hostile, version: "0.97" | "1.0"): FileTree {
  const row = `${"0".repeat(32)}  data/`;
  return treeOf({
    "bagit.txt": `BagIt-Version: ${version}\nTag-File-Character-Encoding: UTF-8\n`,
    "bag-info.txt": `BagIt-Profile-Identifier: p\n${lines(hostile, "")}${lines(hostile, "Payload-Oxum: ")}`,
    "fetch.txt": `${lines(hostile, "")}${lines(hostile, "https://h.example.org/ 1 data/")}`,
    "manifest-md5.txt": `${lines(hostile, "")}${lines(hostile, row)}`,
    "tagmanifest-md5.txt": lines(hostile, row),
    ...Object.fromEntries(many(hostile, (text) => [`data/${text}`, ""])),
  });
}

/** For what takes the text in several places at once. */
const quarter = ({ text, shape }: Hostile): Hostile => ({
  text: text.slice(0, text.length / 4),
  shape,
});

const BASE = "https://h.example.org/";

/** A profile the bags above name, that asks for what they have and what they lack. */
const profileOf = ({ text }: Hostile): BagProfile => ({
  "BagIt-Profile-Info": { "BagIt-Profile-Identifier": "p" },
  "Bag-Info": { "Payload-Oxum": { repeatable: false, values: [text] } },
  "Tag-Files-Allowed": [`*${text.slice(0, 100)}*`, "*a*b*"],
});

const bag: Call = async (whole) => {
  const hostile = quarter(whole);
  await validateBag(bagOf(hostile, "0.97"));
  await validateBag(bagOf(hostile, "1.0"), { known: [profileOf(hostile)], format: "zip" });
};

const ROW = ["https://h.example.org/a", "", "", "", "", "a", "", "a", "a", "a", "a"];
/** Columns the text is put into: address, file name, local identifier, title. */
const PLACES = [0, 5, 7, 9];
const KINDS = ["ObjectManifest", "ManifestOfFiles"] as const;

/** A manifest with the text in header lines and in each of these columns of a row. */
function manifestOf(hostile: Hostile): string {
  const rows = PLACES.map((place) =>
    lines(hostile, place === 0 ? "https://" : `${ROW.slice(0, place).join(" | ")} | `),
  );
  const header = `#%checkm_0.7\n${lines(hostile, "#%prefix | ")}`;
  return `${header}#%profile | http://uc3.cdlib.org/registry/ingest/manifest/mrt-batch-manifest\n${rows.join("")}#%eof\n`;
}

const manifest: Call = async (hostile) => {
  const text = manifestOf(quarter(hostile));
  for (const kind of KINDS) {
    await checkManifest(kind, chunksOf(text));
  }
};

const letterOf = ({ text }: Hostile): Letter => ({
  kind: "invitation",
  name: text,
  by: text,
  address: text,
  expiresAt: text,
});

/**
 * Functions that need more than arguments of the right types: what is called then. Whatever is neither here nor below is
 * called with arguments made from its parameters' types.
 */
export const CALLS: Readonly<Record<string, Call>> = {
  // what is no name is refused
  "core/task/define-task.ts#defineTask": (hostile) =>
    many(hostile, (name) => {
      try {
        return defineTask({ name, input: z.unknown(), run: () => null });
      } catch (error) {
        if (error instanceof TypeError) return undefined;
        throw error;
      }
    }),
  // of a zone that is none there is nothing to look at
  "core/task/cron.ts#timesBetween": (hostile) =>
    many(hostile, (cron) => {
      const until = new Date(86_400_000);
      return timesBetween({ cron, timeZone: "UTC" }, { after: new Date(0), until, most: 1 });
    }),
  "core/task/by-name.ts#byName": (hostile) => {
    const task = defineTask({ name: "x", input: z.unknown(), run: () => null });
    return byName(many(hostile, (text, place) => ({ ...task, name: `${text}${place}` })));
  },
  "core/overview/needs.ts#needsOf": (hostile) => {
    const since = new Date(0).toISOString();
    const kinds = NEED_KINDS.map((kind) => [kind, { count: 2, since: new Date(0) }]);
    const facts = { ...Object.fromEntries(kinds), checkId: hostile.text } as WaitingFacts;
    const items = many(hostile, (text) => ({
      kind: text,
      subject: text,
      message: text,
      since,
      seenAt: since,
    }));
    return needsOf({ items }, facts);
  },
  "core/bagit/validate.ts#validateBag": bag,
  "core/bagit/declaration.ts#readDeclaration": ({ text }) => {
    for (const before of ["", "BagIt-Version:", "BagIt-Version: 1.0\nTag-File-Character-Encoding:"])
      readDeclaration(bytes(`${before}${text}`), () => undefined);
  },
  "core/bagit/tag-lines.ts#readTagLines": (hostile) =>
    readTagLines(
      "a",
      chunksOf(lines(hostile, "")),
      { version: "1.0", isStrict: true, encoding: "UTF-8" },
      () => undefined,
    ),
  "core/container/own-manifest.ts#checkOwnManifest": (hostile) =>
    checkOwnManifest(
      treeOf({
        [OWN_MANIFEST]: `#%checkm\n${lines(hostile, "")}${lines(hostile, "a | md5 | ")}`,
        ...Object.fromEntries(many(hostile, (text) => [text, ""])),
      }),
    ),
  "core/container/problems.ts#describeEntryProblem": ({ text }) =>
    describeEntryProblem("entry_link", { name: text }),
  "core/manifest/check-manifest.ts#checkManifest": manifest,
  "core/metadata/storage-manifest.ts#storageManifest": (whole) => {
    const rows = many(quarter(whole), (url) => ({
      url,
      sha256: "",
      sizeBytes: 1,
      path: url,
      mediaType: url,
    }));
    return storageManifest(rows);
  },
  "core/storage/carried-files.ts#CarriedFiles.add": (hostile) => {
    const carried = new CarriedFiles([]);
    for (const name of many(hostile, (text) => text.slice(0, MOST_NAME))) carried.add(name);
  },
  "core/manifest/problem-log.ts#ProblemLog.add": (hostile) => {
    const log = new ProblemLog(1_000, () => undefined);
    for (const name of many(hostile, (text) => text)) log.add(1, "name_control", { name });
  },
  "core/manifest/problem-log.ts#ProblemLog.close": ({ text }) =>
    new ProblemLog(1, () => undefined).close(1, "name_control", { name: text }),
  "core/problem/catalogue.ts#describeOf": ({ text }) =>
    describeOf({ odd: problem('"{name}" is odd.') }, 1, "odd", { name: text }),
  "core/manifest/problems.ts#describeProblem": ({ text }) =>
    describeProblem(1, "name_control", { name: text }),
  "core/mail/letter.ts#letterWords": (hostile) => letterWords(letterOf(hostile)),
  "core/mail/letter.ts#letterText": (hostile) => letterText(letterOf(hostile), hostile.text),
  "core/callback/address.ts#callbackAddress": ({ text }) => callbackAddress(`${BASE}${text}`, text),
  "core/callback/address.ts#receiverOf": ({ text }) => receiverOf(`https://${text}`),
  "core/callback/address.ts#secretsOf": ({ text }) => {
    for (const address of [`https://a:${text}@h.example.org/`, `${BASE}?a=${text}`]) secretsOf(address, btoa);
  },
  "core/callback/target.ts#targetOf": (hostile) =>
    targetOf("present", {
      pinned: { settings: {}, callbackSealed: null },
      present: { settings: TYPE_MAKERS.ProfileSettings?.(hostile), callbackSealed: null },
    }),
  "core/contracts/deposit.ts#readDeposit": ({ text }) =>
    readDeposit(Object.fromEntries(DEPOSIT_FIELD_NAMES.map((name) => [name, text]))),
  "core/lane/settings.ts#readLaneSettings": (hostile) =>
    readLaneSettings(Object.fromEntries(many(hostile, (text) => [text, text]))),
  "lib/client-address.ts#clientAddress": (hostile) => {
    const trusted = readNetworks(["127.0.0.1", "10.0.0.0/8", "::/0"]) ?? [];
    clientAddress("127.0.0.1", many(hostile, (text) => text).join(","), trusted);
    clientAddress("127.0.0.1", `${hostile.text},${"10.1.2.3,".repeat(countOf(hostile))}::1`, trusted);
  },
  "lib/download.ts#sendDownload": ({ text }) =>
    sendDownload(new Request("https://h.example.org/", { method: "HEAD" }), {
      filename: text,
      mediaType: text,
      sizeBytes: 1n,
      open: () => Promise.reject(new Error("it is not opened")),
    }),
  "lib/field-words.ts#fieldWords": ({ text }) => {
    fieldWords(text, { code: "custom", path: [], message: text });
    fieldWords(text, { code: "invalid_value", values: [text], path: [], message: "Invalid option" });
  },
  "lib/http.ts#answer": (hostile) =>
    answer(
      () => Promise.reject(new WaybillError("bad_form", hostile.text)),
      TYPE_MAKERS.Request?.(hostile) as Request,
      {},
      { publicUrl: "https://h.example.org", log: createLog("silent", "test") },
    ),
};

/** What reads a depositor's text outside of core and lib, without doing anything else. */
export const BESIDE: Readonly<Record<string, Call>> = {
  "adapters/metadata/read-xml.ts#readXml": ({ text }) => {
    for (const around of [
      ["<a>", "</a>"],
      ["<a ", "/>"],
      ["<!--", "--><a/>"],
      ["<a><![CDATA[", "]]></a>"],
      ["", ""],
    ])
      try {
        readXml(around.join(text.slice(0, text.length / 4)), "mrt-dc.xml");
      } catch (error) {
        if (!(error instanceof WaybillError)) throw error;
      }
  },
};

/** What is timed by what calls it. */
export const REACHED_BY: Readonly<Record<string, string>> = {
  "core/bagit/bag.ts#linesOf": "core/bagit/validate.ts#validateBag",
  "core/bagit/check-fetch.ts#readFetch": "core/bagit/validate.ts#validateBag",
  "core/bagit/check-profile.ts#checkProfiles": "core/bagit/validate.ts#validateBag",
  "core/bagit/profile.ts#labelsOf": "core/bagit/validate.ts#validateBag",
  "core/bagit/profile.ts#profileId": "core/bagit/validate.ts#validateBag",
  "core/bagit/check-info.ts#checkInfo": "core/bagit/validate.ts#validateBag",
  "core/bagit/check-manifests.ts#checkManifests": "core/bagit/validate.ts#validateBag",
  "core/bagit/read-manifest.ts#readBagManifest": "core/bagit/validate.ts#validateBag",
  "core/metadata/dublin-core-file.ts#dublinCoreFile": "core/metadata/system-files.ts#systemFiles",
  "core/metadata/ingest-file.ts#ingestFile": "core/metadata/system-files.ts#systemFiles",
  "core/metadata/object-files.ts#ownerFile": "core/metadata/system-files.ts#systemFiles",
  "core/metadata/object-files.ts#membershipFile": "core/metadata/system-files.ts#systemFiles",
  "core/metadata/object-files.ts#objectModelFile": "core/metadata/system-files.ts#systemFiles",
  "core/metadata/object-files.ts#ercFile": "core/metadata/system-files.ts#systemFiles",
  "core/manifest/checkm.ts#ManifestParser.push": "core/manifest/check-manifest.ts#checkManifest",
  "core/manifest/read-manifest.ts#readManifest": "core/manifest/check-manifest.ts#checkManifest",
};

/** What is not timed, and why. */
export const EXCEPTIONS: Readonly<Record<string, string>> = {
  "lib/password.ts#hashPassword":
    "costs a tenth of a second on purpose, on another thread; 128 characters at most",
  "lib/password.ts#fitsPassword": "as hashPassword",
  "lib/common-password.ts#isCommonPassword":
    "estimates the first 48 characters, which takes its time whatever follows; its own test looks at that",
  "lib/log.ts#createLog": "reads LOG_LEVEL; what is logged goes through redact",
  "lib/env.ts#readEnv": "reads the operator's settings, once",
};
