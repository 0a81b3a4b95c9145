/** A worker writes every 5 s that it is there; unseen for so long, it is taken for gone. */
export const INSTANCE_FRESH_MS = 15_000;
