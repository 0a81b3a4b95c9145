import { RequestError } from "../queries/request.ts";

/** What an act on many tasks has come to. `refused`: those it was not done to, with the reason as a sentence. */
export type EachDone = {
  readonly done: number;
  readonly refused: readonly { readonly id: string; readonly message: string }[];
};

/** Acts on one after the other, whatever has become of the others; `onPart` hears how many have been tried. */
export async function actOnEach(
  ids: readonly string[],
  act: (id: string) => Promise<unknown>,
  onPart: (tried: number) => void,
): Promise<EachDone> {
  const refused: { id: string; message: string }[] = [];
  let done = 0;
  for (const [place, id] of ids.entries()) {
    try {
      await act(id);
      done += 1;
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      refused.push({ id, message: error.message });
    }
    onPart(place + 1);
  }
  return { done, refused };
}
