/** Who made an object, what it is called, and when; values as `clean` gives them. */
export type Citation = {
  readonly who?: string | undefined;
  readonly what?: string | undefined;
  readonly when?: string | undefined;
};
