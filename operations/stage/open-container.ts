import { readAlgorithm } from "../../core/digest/algorithms.ts";
import { WaybillError } from "../../core/errors.ts";
import type { WorkingFiles } from "../../core/ports.ts";
import { Arrivals, CONTAINER } from "./arrivals.ts";
import { payloadAddress } from "./payload-address.ts";
import type { StageInput } from "./stage.ts";

/** A container on disk. */
export type OpenContainer = { readonly path: string; readonly sizeBytes: number; readonly sha256: string };

/** The path of a job's container until it is unpacked. */
export function containerPath(working: WorkingFiles, jobId: string): string {
  return working.ownFileOf(jobId, "container");
}

/** Fetches the job's container into its folder and checks its digest. Errors: those of fetching; `payload_damaged`. */
export async function openContainer(input: StageInput): Promise<OpenContainer> {
  const { ports, job, settings, signal } = input;
  const address = payloadAddress(input);
  if (address === null) {
    const container = await openDeposited(input);
    const found = await ports.working.measure(container.path);
    if (found?.sha256 !== container.sha256) throw damaged();
    return container;
  }
  const path = containerPath(ports.working, job.id);
  const algorithm = readAlgorithm(job.digestType ?? "");
  const arrivals = new Arrivals(input);
  try {
    const { size, sha256 } = await ports.source.fetch({
      url: address,
      to: path,
      ...(job.payloadSize !== null && { declaredSize: Number(job.payloadSize) }),
      ...(algorithm && job.digestValue && { declaredDigest: { algorithm, value: job.digestValue } }),
      maxBytes: ports.quotaBytes,
      rules: { privateSources: settings.privateSources, hosts: settings.sourceHosts },
      onBytes: arrivals.of(CONTAINER),
      signal,
    });
    return { path, sizeBytes: size, sha256 };
  } finally {
    await arrivals.stop();
  }
}

/** Hard-links a container that came with the deposit into the job's folder; its bytes are not read. */
export async function openDeposited({ ports, job }: StageInput): Promise<OpenContainer> {
  if (job.batchPayloadPath === null) throw damaged();
  const path = containerPath(ports.working, job.id);
  await ports.working.adopt(job.batchPayloadPath, path);
  return { path, sizeBytes: Number(job.batchPayloadSize), sha256: job.batchPayloadSha256 };
}

function damaged(): WaybillError {
  return new WaybillError(
    "payload_damaged",
    "The deposited container is damaged or gone from working storage. Deposit it again.",
  );
}
