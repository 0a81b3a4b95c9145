import { startWorker, type WorkerProcess } from "../pipeline/worker-process.ts";

const MOST = 5;

/** As a supervisor does: a worker that cannot start, since the database restarts just then, is started again, unless all is over. */
export async function started(
  env: Readonly<Record<string, string>>,
  isOver: () => boolean,
): Promise<WorkerProcess> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await startWorker(env);
    } catch (error) {
      if (tries === MOST || isOver()) throw error;
    }
  }
}

const LAST_LINES = 30;

/** A worker of which `onDeath` hears when it ends and nobody has told it to; a pause does not tell it to. */
export function told(
  worker: WorkerProcess,
  onDeath: (how: number | string, lines: string) => void,
): WorkerProcess {
  let isTold = false;
  void worker.ended.then((how) => {
    if (!isTold) onDeath(how, worker.lines.slice(-LAST_LINES).join(" "));
  });
  return {
    ...worker,
    kill: (signal) => {
      isTold ||= signal !== "SIGSTOP" && signal !== "SIGCONT";
      worker.kill(signal);
    },
    stop: () => {
      isTold = true;
      return worker.stop();
    },
  };
}
