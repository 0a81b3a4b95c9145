import { DIGEST_ALGORITHMS, type Digest, type DigestAlgorithm, readAlgorithm } from "../digest/algorithms.ts";
import type { Report } from "./problems.ts";

const ACCEPTED = Object.keys(DIGEST_ALGORITHMS).join(", ");
const HEX = /^[0-9a-f]+$/;

/**
 * The digest a row declares, with its value in lower case. Undefined when it declares none, or after a reported
 * problem. Source: docs/reference/manifest.md, "Digests".
 */
export function readDigest(algorithmCell: string, valueCell: string, report: Report): Digest | undefined {
  if (algorithmCell === "" && valueCell === "") return undefined;
  if (algorithmCell === "") {
    report("digest_without_algorithm");
    return undefined;
  }
  const algorithm = isSpelledAsListed(algorithmCell) ? algorithmCell : readAlgorithm(algorithmCell);
  if (algorithm === undefined) {
    report("digest_algorithm", { found: algorithmCell, accepted: ACCEPTED });
    return undefined;
  }
  if (valueCell === "") {
    report("algorithm_without_digest");
    return undefined;
  }
  const value = valueCell.toLowerCase();
  const wanted = DIGEST_ALGORITHMS[algorithm].hexLength;
  if (!HEX.test(value)) report("digest_not_hex");
  else if (value.length !== wanted) report("digest_length", { found: value.length, algorithm, wanted });
  else return { algorithm, value };
  return undefined;
}

function isSpelledAsListed(text: string): text is DigestAlgorithm {
  return Object.hasOwn(DIGEST_ALGORITHMS, text);
}
