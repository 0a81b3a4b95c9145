import { Broken } from "./faults/fault.ts";

/** Waits for what must end by itself, whatever fails meanwhile. @throws Broken when it has not after so many ms; then it goes on, and nobody waits for it */
export async function within<Result>(ms: number, act: () => Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Broken(`DOES NOT HOLD: it has not ended after ${ms / 1_000} s`)), ms);
  });
  try {
    return await Promise.race([act(), late]);
  } finally {
    clearTimeout(timer);
  }
}
