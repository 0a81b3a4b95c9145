import { request } from "node:http";
import { createPerson } from "../../operations/person/create.ts";
import { createToken } from "../../operations/token/create.ts";
import { makePerson } from "../factories/make-person.ts";
import { type Installation, makeInstallation } from "../pipeline/installation.ts";
import { startWebProcess, type WebProcess } from "../uploads/web-process.ts";

export const PASSWORD = "correct horse battery";
export const ADA = "ada@example.org";

/** A web process with a person who signs in by a password, and a token of an admin's. */
export type DoorSite = {
  readonly installation: Installation;
  readonly web: WebProcess;
  readonly token: string;
  end(): Promise<void>;
};

export async function openDoorSite(env: Readonly<Record<string, string>> = {}): Promise<DoorSite> {
  const installation = await makeInstallation({ env });
  const { ctx, workerEnv } = installation;
  const admin = await makePerson(ctx.db, "admin");
  const { secret: token } = await createToken(
    { ...ctx, actor: admin },
    { name: "doors", scopes: ["read", "deposit", "operate", "configure"] },
  );
  await createPerson(
    { ...ctx, actor: admin },
    { name: "Ada", email: ADA, password: PASSWORD, role: "viewer", collections: [] },
  );
  const web = await startWebProcess(workerEnv);
  const end = async () => {
    await web.stop();
    await installation.end();
  };
  return { installation, web, token, end };
}

export type Heard = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly ms: number;
};

/** Asks with the very path and headers given, which `fetch` would tidy up; a header may come twice. */
export function askRaw(
  { port }: Pick<WebProcess, "port">,
  method: string,
  path: string,
  headers: Readonly<Record<string, string | readonly string[]>> = {},
  body?: string,
): Promise<Heard> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const sent = { host: `127.0.0.1:${port}`, connection: "close", ...headers } as Record<string, string>;
    const asked = request({ host: "127.0.0.1", port, method, path, headers: sent }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
      answer.on("end", () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          text,
          ms: performance.now() - began,
        }),
      );
    });
    asked.on("error", reject);
    asked.end(body);
  });
}

/** One try to sign in by the sign-in page's own request. */
export function signIn(
  web: Pick<WebProcess, "port">,
  email: string,
  password: string,
  headers: Readonly<Record<string, string | readonly string[]>> = {},
): Promise<Heard> {
  const json = { "content-type": "application/json", origin: `http://127.0.0.1:${web.port}` };
  const body = JSON.stringify({ email, password });
  return askRaw(web, "POST", "/api/auth/sign-in/email", { ...json, ...headers }, body);
}
