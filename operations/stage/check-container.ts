import type { Profiles } from "../../core/bagit/check-profile.ts";
import { type BagVerdict, validateBag } from "../../core/bagit/validate.ts";
import { moreProblems } from "../../core/container/fault.ts";
import { besideOf } from "../../core/container/find-top.ts";
import type { Findings } from "../../core/container/findings.ts";
import { checkOwnManifest, OWN_MANIFEST } from "../../core/container/own-manifest.ts";
import type { FileTree } from "../../core/container/ports.ts";
import { WaybillError } from "../../core/errors.ts";
import { findStep, keepStep } from "../../prisma/store/step.ts";
import { CHECK_STEP, type Listing } from "./container-listing.ts";
import { readFileTree } from "./file-tree.ts";
import type { StageInput } from "./stage.ts";

/**
 * Compares the unpacked files with the container's own description: a bag with its manifests, any container with its
 * mrt-manifest.txt. Done once; the result is kept, with its warnings. @throws WaybillError `bag_invalid`,
 * `container_manifest_invalid`
 */
export async function checkContainer(input: StageInput, listing: Listing): Promise<void> {
  const { ctx, job, fence } = input;
  if (await findStep(ctx.db, job.id, CHECK_STEP)) return;
  const tree = await readFileTree(input, besideOf(listing));
  const bag =
    listing.bagTop === null
      ? undefined
      : await judgeBag(tree, { known: input.settings.bagProfiles, format: listing.format });
  const hasManifest = tree.files.has(OWN_MANIFEST);
  const manifest = hasManifest ? await judgeManifest(tree) : undefined;
  const findings = [bag?.findings, manifest].flatMap((found) => found ?? []);
  await keepStep(ctx.db, job.id, fence, CHECK_STEP, {
    bag: bag?.version ?? null,
    hasManifest,
    warnings: findings.flatMap(({ warnings }) => warnings),
    warningCount: findings.reduce((sum, { warningCount }) => sum + warningCount, 0),
  });
}

async function judgeBag(tree: FileTree, profiles: Profiles): Promise<BagVerdict> {
  const verdict = await validateBag(tree, profiles);
  const { problems, problemCount } = verdict.findings;
  if (problemCount === 0) return verdict;
  throw new WaybillError(
    "bag_invalid",
    `The bag is not valid. ${problems[0]?.message ?? ""}${moreProblems(problemCount)}`,
    { problems },
  );
}

async function judgeManifest(tree: FileTree): Promise<Findings> {
  const findings = await checkOwnManifest(tree);
  const { problems, problemCount } = findings;
  if (problemCount === 0) return findings;
  throw new WaybillError(
    "container_manifest_invalid",
    `${OWN_MANIFEST} does not agree with the container. ${problems[0]?.message ?? ""}${moreProblems(problemCount)}`,
    { problems },
  );
}
