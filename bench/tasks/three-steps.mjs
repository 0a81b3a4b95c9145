/** Three steps that do nothing. */
export default ({ defineTask, z }) =>
  defineTask({
    name: "three-steps",
    input: z.strictObject({ place: z.number() }),
    async run({ place }, { step }) {
      const one = await step("one", () => place);
      const two = await step("two", () => one);
      return step("three", () => two);
    },
  });
