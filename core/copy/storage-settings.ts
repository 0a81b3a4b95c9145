import * as z from "zod";
import { copyStorageNameFault } from "./storage-name.ts";

const Folder = z.strictObject({ folder: z.string().min(1) });
const Bucket = z.strictObject({
  bucket: z.string().min(1),
  prefix: z
    .string()
    .regex(/^[\w.\-/]*$/)
    .default(""),
  region: z.string().default("us-east-1"),
  endpoint: z.url({ protocol: /^https?$/ }).optional(),
  forcePathStyle: z.boolean().default(false),
  accessKeyId: z.string().optional(),
  secretAccessKey: z.string().optional(),
});

/** Where a further storage is: a folder, or a place in an S3 bucket with the meanings of the S3 settings. */
export const CopyStorage = z
  .union([Folder, Bucket])
  .refine(
    (place) =>
      "folder" in place || (place.accessKeyId === undefined) === (place.secretAccessKey === undefined),
    "accessKeyId and secretAccessKey belong together: set both or neither",
  );
export type CopyStorage = z.infer<typeof CopyStorage>;

/** Further storages by name, as COPY_STORAGES gives them. */
export const CopyStorages = z.record(
  z.string().superRefine((name, context) => {
    const fault = copyStorageNameFault(name);
    if (fault) context.addIssue(fault);
  }),
  CopyStorage,
);
