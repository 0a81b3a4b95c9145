import type { Containers } from "../core/container/ports.ts";
import type { IdentifierService } from "../core/identifier/ports.ts";
import type { XmlReader } from "../core/metadata/xml-element.ts";
import type { MediaTypes, PayloadSource, WorkingFiles } from "../core/ports.ts";
import type { Admission } from "../core/space/admission.ts";
import type { ObjectStores } from "../core/storage/object-stores.ts";
import type { JobSteps } from "../prisma/store/job/gathered.ts";
import type { Reservation } from "../prisma/store/space/reserve.ts";
import type { AfterEnd } from "./job/after-end.ts";

/** The outside world a job's stages need. Wired in worker/wiring.ts. */
export type StagePorts = {
  readonly source: PayloadSource;
  readonly working: WorkingFiles;
  readonly objects: ObjectStores;
  readonly mediaTypes: MediaTypes;
  readonly containers: Containers;
  readonly readXml: XmlReader;
  /** Undefined: EZID_URL is not set. */
  readonly identifiers: IdentifierService | undefined;
  /** Reserves working storage for a job, or says why it must wait. */
  readonly reserve: (ask: Reservation) => Promise<Admission>;
  /** What jobs ask of the database together. */
  readonly steps: JobSteps;
  readonly afterEnd: AfterEnd;
  /** The most bytes that all jobs together may use in working storage. */
  readonly quotaBytes: number;
  /** Does nothing in the product; tests kill or stop the process at a named point. */
  readonly faultPoint: (name: string) => Promise<void>;
};
