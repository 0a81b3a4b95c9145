/** Properties that errors of Prisma and of the driver may have. */
export type Fault = {
  readonly code?: unknown;
  /** Prisma's initialisation errors have their code here. */
  readonly errorCode?: unknown;
  readonly originalCode?: unknown;
  readonly message?: unknown;
  readonly kind?: unknown;
  readonly cause?: unknown;
  readonly meta?: unknown;
};

/**
 * Whether `isIt` is true for an error or one of its causes. Follows causes, and the driver's error inside Prisma's, 5
 * levels deep.
 */
export function hasCause(error: unknown, isIt: (fault: Fault) => boolean, depth = 0): boolean {
  if (typeof error !== "object" || error === null || depth > 5) return false;
  const fault: Fault = error;
  return (
    isIt(fault) ||
    hasCause(fault.cause, isIt, depth + 1) ||
    hasCause(driverErrorOf(fault.meta), isIt, depth + 1)
  );
}

/** Prisma puts the driver's error into `meta`. */
function driverErrorOf(meta: unknown): unknown {
  return typeof meta === "object" && meta !== null && "driverAdapterError" in meta
    ? meta.driverAdapterError
    : undefined;
}
