/** The fewest characters of a reason that a person gives for an act. */
export const REASON_LEAST = 3;
/** The most characters of a reason. */
export const REASON_MOST = 500;
