import { createServer } from "node:net";
import { freePort } from "../free-port.ts";
import { codeOf, messageOf, Problem } from "../problem.ts";

/** The port the web shall use; 0 takes a free one. Throws a Problem when it is taken or may not be used. */
export async function choosePort(host: string, port: number): Promise<number> {
  const chosen = port === 0 ? await freePort() : port;
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => server.once("error", reject).listen(chosen, host, resolve));
  } catch (cause) {
    throw new Problem(sentenceOf(host, chosen, cause), { cause });
  }
  await new Promise((resolve) => server.close(resolve));
  return chosen;
}

function sentenceOf(host: string, port: number, cause: unknown): string {
  switch (codeOf(cause)) {
    case "EADDRINUSE":
      return `Port ${port} is taken. Free it, or choose another one: PORT=${port + 1} npm start`;
    case "EACCES":
      return `Port ${port} is not open to this user. Choose one above 1023: PORT=3000 npm start`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return `This machine has no address ${host}; correct HOST.`;
    default:
      return `The web cannot listen on ${host}:${port}: ${messageOf(cause)}.`;
  }
}
