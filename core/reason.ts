/** The fewest characters of a reason that a person gives for an act, without the white space around it. */
export const REASON_LEAST = 1;
/** The most characters of a reason. */
export const REASON_MOST = 500;
