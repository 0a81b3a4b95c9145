import { startWorker, type WorkerProcess } from "../pipeline/worker-process.ts";

/** As a supervisor does: a worker that cannot start, since the database restarts just then, is started again. */
export async function started(env: Readonly<Record<string, string>>, most = 5): Promise<WorkerProcess> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await startWorker(env);
    } catch (error) {
      if (tries === most) throw error;
    }
  }
}
