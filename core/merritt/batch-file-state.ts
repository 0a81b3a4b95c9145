import { type MerrittState, merrittState, merrittTime } from "./state.ts";

/** A name and its time, as Merritt lists batches and a batch's jobs: by the folders they have there. */
export type BatchFile = { readonly id: string; readonly at: Date };

export function batchFileState(files: readonly BatchFile[]): MerrittState {
  return merrittState("fil", "batchFileState", {
    jobFile: { batchFile: files.map(({ id, at }) => ({ file: id, fileDate: merrittTime(at) })) },
  });
}
