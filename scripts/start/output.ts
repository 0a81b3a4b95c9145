import path from "node:path";
import { LogFile, type LogLimits } from "./log-file.ts";

const LAST_LINES = 15;

/** What one of the processes writes: all of it to its log; on the terminal only what comes once everything is up. */
export interface Output {
  readonly file: string;
  take(line: string): void;
  /** A sentence about the process, for the terminal and its log. */
  say(sentence: string): void;
  /** Whether lines from now on are shown as they come. */
  show(isShown: boolean): void;
  /** Shows the last lines that were not: for a start that failed. */
  showLast(): void;
  close(): void;
}

/** Opens the output of the process `name`, with its log in the folder `logs`. */
export function openOutput(name: string, logs: string, limits?: LogLimits): Output {
  const log = new LogFile(path.join(logs, `${name}.log`), limits);
  const last: string[] = [];
  let isShown = false;
  const print = (line: string) => console.log(`${name.padEnd(8)} | ${line}`);
  return {
    file: log.file,
    take(line) {
      log.write(line);
      if (isShown) return print(line);
      last.push(line);
      if (last.length > LAST_LINES) last.shift();
    },
    say(sentence) {
      log.write(`${new Date().toISOString()} ${sentence}`);
      print(sentence);
    },
    show: (shown) => {
      isShown = shown;
    },
    showLast: () => last.splice(0).forEach(print),
    close: () => log.close(),
  };
}
