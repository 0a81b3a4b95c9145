// A task in three steps. Whatever dies on the way, it goes on from the last step that was kept.
export default ({ defineTask, z }) =>
  defineTask({
    name: "greet",
    description: "Greets somebody, once they have been approved.",
    input: z.strictObject({ who: z.string().min(1) }),
    // greetings of one person are sent one after the other
    key: ["who"],
    async run({ who }, { step, sleep, waitFor, log }) {
      const words = await step("write", () => `Good morning, ${who}.`);
      await sleep(2_000);
      const approval = await waitFor("approved", { timeoutMs: 600_000 });
      if (approval === undefined) return { sent: false };
      await step("send", ({ idempotencyKey }) => log.info({ words, idempotencyKey }, "a greeting"));
      return { sent: true, words, approval };
    },
  });
