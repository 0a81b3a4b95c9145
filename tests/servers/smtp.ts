import type { AddressInfo, Socket } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer, type SMTPServerSession } from "smtp-server";

export type SmtpAnswer = { readonly code: number; readonly text: string };

/** What the server does with one mail. Left out: it accepts. */
export type SmtpBehaviour = {
  readonly sender?: SmtpAnswer;
  /** By address. */
  readonly recipients?: Readonly<Record<string, SmtpAnswer>>;
  /** After the whole mail: an answer, a reset connection in place of one, or 250 so many milliseconds later. */
  readonly data?: SmtpAnswer | "reset" | { readonly afterMs: number };
};

/** A mail whose bytes arrived whole, accepted or not. `recipients`: those of the envelope that were taken. */
export type SeenMail = {
  readonly from: string;
  readonly recipients: readonly string[];
  readonly raw: string;
  readonly isSecure: boolean;
  /** A header's value, unfolded; undefined when there is none. */
  readonly header: (name: string) => string | undefined;
};

/** A mail server on 127.0.0.1. */
export type TestSmtp = {
  readonly url: string;
  readonly port: number;
  /** Oldest first. */
  readonly mails: readonly SeenMail[];
  /** Every RCPT TO address of every mail, in order, refused ones too. */
  readonly asked: readonly string[];
  /** Each mail takes the next behaviour; the last one stays. */
  behave(...behaviours: readonly SmtpBehaviour[]): void;
  close(): Promise<void>;
};

export type SmtpSettings = {
  /** Port to listen on. Default: a free one. */
  readonly port?: number;
  /** Certificate: offers STARTTLS. */
  readonly tls?: { readonly key: string; readonly cert: string };
  /** The sign-in it asks for. */
  readonly user?: { readonly name: string; readonly password: string };
};

export async function startSmtp(settings: SmtpSettings = {}): Promise<TestSmtp> {
  const mails: SeenMail[] = [];
  const asked: string[] = [];
  let queue: readonly SmtpBehaviour[] = [{}];
  const current = new Map<string, SmtpBehaviour>();
  const sockets = new Map<number, Socket>();
  const server = new SMTPServer({
    ...optionsOf(settings),
    onMailFrom(_address, session, done) {
      const [next = {}, ...rest] = queue;
      if (rest.length > 0) queue = rest;
      current.set(session.id, next);
      done(refusal(next.sender));
    },
    onRcptTo({ address }, session, done) {
      asked.push(address);
      done(refusal(current.get(session.id)?.recipients?.[address]));
    },
    async onData(stream, session, done) {
      const raw = await text(stream).catch(() => undefined);
      // whoever sent it has gone in the middle: no mail has arrived
      if (raw === undefined) return;
      mails.push(seen(raw, session));
      const then = current.get(session.id)?.data;
      if (then === "reset") sockets.get(session.remotePort)?.resetAndDestroy();
      else if (then && "afterMs" in then) setTimeout(() => done(), then.afterMs);
      else done(refusal(then));
    },
  });
  server.on("error", () => undefined);
  server.server.on("connection", (socket: Socket) => sockets.set(socket.remotePort ?? 0, socket));
  await new Promise<void>((resolve) => server.listen(settings.port ?? 0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    mails,
    asked,
    behave: (...behaviours) => {
      queue = behaviours;
    },
    close: () => closeServer(server, [...sockets.values()]),
  };
}

function optionsOf({ tls, user }: SmtpSettings) {
  return {
    ...(tls ?? { disabledCommands: user ? ["STARTTLS"] : ["STARTTLS", "AUTH"] }),
    authOptional: user === undefined,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onAuth: (
      auth: { username?: string | undefined; password?: string | null | undefined },
      _session: SMTPServerSession,
      done: (error: Error | null, answer?: { user: string }) => void,
    ) => {
      const isUser = user !== undefined && auth.username === user.name && auth.password === user.password;
      done(isUser ? null : new Error("Invalid username or password"), { user: "mailer" });
    },
  };
}

function refusal(answer: SmtpAnswer | undefined): Error | undefined {
  return answer && Object.assign(new Error(answer.text), { responseCode: answer.code });
}

function seen(raw: string, { envelope, secure }: SMTPServerSession): SeenMail {
  const [head = ""] = raw.split("\r\n\r\n", 1);
  const lines = head.replace(/\r\n[ \t]+/g, " ").split("\r\n");
  return {
    from: envelope.mailFrom ? envelope.mailFrom.address : "",
    recipients: envelope.rcptTo.map(({ address }) => address),
    raw,
    isSecure: secure,
    header: (name) => {
      const found = lines.find((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`));
      return found?.slice(name.length + 1).trim();
    },
  };
}

async function closeServer(server: SMTPServer, sockets: readonly Socket[]): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  for (const socket of sockets) socket.destroy();
  await closed;
}
