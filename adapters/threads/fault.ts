import { WaybillError } from "../../core/errors.ts";

/** An error that crossed the boundary between threads. */
export type Fault = {
  readonly message: string;
  readonly code: string | undefined;
  readonly syscall: string | undefined;
  /** It is a WaybillError. */
  readonly isOurs: boolean;
};

/** What is sent of an error. */
export function faultOf(error: unknown): Fault {
  const { message, code, syscall } = error as NodeJS.ErrnoException;
  return { message, code, syscall, isOurs: error instanceof WaybillError };
}

/** The error again; one of ours says that bytes differ, the others come from the file system. */
export function asError({ message, code, syscall, isOurs }: Fault): Error {
  if (isOurs) return new WaybillError("storage_verify_failed", message);
  return Object.assign(
    new Error(message),
    code !== undefined && { code },
    syscall !== undefined && { syscall },
  );
}

/** The error of work whose thread has ended before it was done. */
export function threadEnded(cause?: unknown): WaybillError {
  return new WaybillError("storage_failed", "A thread that works on files has ended.", { cause });
}
