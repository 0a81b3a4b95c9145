import { readFile } from "node:fs/promises";

/** A task that is dead while a file is not there, and one try later if it is. */
export default ({ defineTask, z, NonRetryable }) =>
  defineTask({
    name: "read-note",
    description: "Reads a note that somebody has to write first.",
    input: z.strictObject({ path: z.string().min(1) }),
    async run({ path }, { step }) {
      await step("look", () => ({ path }));
      const note = await step("read", async () => {
        try {
          return await readFile(path, "utf8");
        } catch {
          throw new NonRetryable("nobody has written the note");
        }
      });
      return { note };
    },
  });
