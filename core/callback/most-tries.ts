/** Tries of one callback that are kept and shown, the newest; with the usual times a day has about twenty. */
export const MOST_TRIES = 100;
