/** What steps have done, by name in order, and steps that fail at first. `forget`: for the next test. */
export function noteSteps() {
  let done: string[] = [];
  return {
    get done(): readonly string[] {
      return done;
    },
    note: (name: string) => done.push(name),
    forget: () => {
      done = [];
    },
    /** Does a step and notes it; fails the first `times` times. */
    flaky: (name: string, times: number) => () => {
      done.push(name);
      if (done.filter((each) => each === name).length <= times) throw new Error(`${name} does not work`);
      return name;
    },
  };
}

/** Works a scene's tasks until they wait for nothing but an event, or have ended. */
export async function goOn(scene: {
  workAll(): Promise<unknown>;
  hasten(): Promise<unknown>;
}): Promise<void> {
  for (let time = 0; time < 12; time += 1) {
    await scene.workAll();
    await scene.hasten();
  }
}
