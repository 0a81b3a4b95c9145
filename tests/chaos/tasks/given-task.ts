/** A task that was acknowledged, in the order of its key's hand-ins. `told`: what the event it waits for says. */
export type GivenTask = { readonly id: string; readonly key: string; readonly told: string };
