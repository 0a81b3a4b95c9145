import { createHash, createPublicKey, verify } from "node:crypto";
import { readFile } from "node:fs/promises";
import * as z from "zod";
import { faultsOf, type Verifier } from "../core/sequencer/receipt.ts";
import { messageOf, Problem } from "./problem.ts";
import { isMain, runCommand } from "./run-command.ts";

const hex = z.string().regex(/^[0-9a-f]{64}$/);
const number = z.number().int().min(0);
const time = z.iso.datetime({ precision: 3 });

const Receipt = z.object({
  version: z.literal(1),
  item: z.object({
    position: number,
    kind: z.enum(["batch", "task"]),
    id: z.string(),
    laneId: z.string().nullable(),
    laneSeq: number.nullable(),
    sha256: hex.nullable(),
    at: time,
  }),
  epoch: z.object({
    seq: number,
    writer: hex,
    incarnation: z.string(),
    term: number,
    at: time,
    first: number,
    last: number,
    itemsHash: hex,
    previousHash: hex,
  }),
  items: z.array(hex),
  hash: hex,
  signer: hex,
  signature: z.string(),
});
const Keys = z.object({ keys: z.array(z.object({ key: hex, publicKey: z.string() })) });

/**
 * What is wrong with a receipt, given the installation's public keys; empty: nothing. Both as their files have them. Throws a
 * Problem when one is not what it should be.
 */
export function verifyReceipt(receipt: unknown, keys: unknown): readonly string[] {
  return faultsOf(read(Receipt, receipt, "receipt"), verifierOf(read(Keys, keys, "list of keys").keys));
}

/** A key counts only for the public key whose SHA-256 it is. Errors as above. */
function verifierOf(keys: z.infer<typeof Keys>["keys"]): Verifier {
  const known = new Map(
    keys.map(({ key, publicKey }) => {
      const bytes = Buffer.from(publicKey, "base64url");
      if (createHash("sha256").update(bytes).digest("hex") !== key)
        throw new Problem(`The public key of ${key} is another one: its SHA-256 differs.`);
      return [key, createPublicKey({ key: bytes, format: "der", type: "spki" })] as const;
    }),
  );
  return {
    sha256: (text) => createHash("sha256").update(text).digest("hex"),
    isSigned: (signer, text, signature) => {
      const key = known.get(signer);
      return key && verify(null, Buffer.from(text), key, Buffer.from(signature, "base64url"));
    },
  };
}

function read<Shape>(shape: z.ZodType<Shape>, content: unknown, what: string): Shape {
  const { success, data, error } = shape.safeParse(content);
  if (!success) throw new Problem(`This is no ${what} of Waybill's: ${z.prettifyError(error)}`);
  return data;
}

/** `npm run verify-receipt -- receipt.json keys.json`: needs nothing but the two files. */
async function main(): Promise<void> {
  const [receiptFile, keysFile] = process.argv.slice(2);
  if (!receiptFile || !keysFile)
    throw new Problem(
      "Name the receipt and the file of public keys: npm run verify-receipt -- receipt.json keys.json",
    );
  const receipt = await readJson(receiptFile);
  const faults = verifyReceipt(receipt, await readJson(keysFile));
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) throw new Problem("The receipt is not valid.");
  const { item, epoch } = Receipt.parse(receipt);
  console.log(
    `Valid: ${item.kind} ${item.id} was accepted at ${item.at}, at position ${item.position} of everything.`,
  );
  console.log(`Bytes: SHA-256 ${item.sha256 ?? "not given"}. Ordered at ${epoch.at}.`);
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch (error) {
    throw new Problem(`${file} cannot be read: ${messageOf(error)}`);
  }
}

if (isMain(import.meta.url)) runCommand(main);
