import type { AddressInfo } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { afterEach, describe, expect, test } from "vitest";
import type { Mail, Mailer } from "../../core/ports.ts";
import { freePort } from "../../scripts/free-port.ts";
import { LOOPBACK_CERTIFICATE } from "../../tests/servers/loopback-certificate.ts";
import { type SmtpSettings, startSmtp, type TestSmtp } from "../../tests/servers/smtp.ts";
import { smtpMailer } from "./smtp.ts";

const [ann, bob, ops] = ["ann@example.org", "bob@example.org", "ops@example.org"];
const mail: Mail = {
  from: { name: "Waybill", address: "waybill@example.org" },
  to: [ann, bob],
  recipients: [ann, bob, ops],
  messageId: "<report.bid-1.1@example.org>",
  subject: "Ingest: OK -- Batch processed: bid-1; Žluťoučký kůň",
  text: "All 2 jobs are completed.\n",
  html: "<p>All 2 jobs are completed.</p>",
  attachments: [{ filename: "jobs.csv", mediaType: "text/csv", content: Buffer.from("a,b\r\n") }],
};
const never = new AbortController().signal;
const open: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

async function serverOf(settings: SmtpSettings = {}): Promise<TestSmtp> {
  const server = await startSmtp(settings);
  open.push(server.close);
  return server;
}

function mailerTo(url: string, silence = 5_000): Mailer {
  const mailer = smtpMailer(url, { connect: 2_000, greeting: 2_000, silence });
  open.push(mailer.close);
  return mailer;
}

async function failureOf(promise: Promise<unknown>): Promise<Error> {
  const outcome = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(outcome instanceof Error)) throw new Error("it did not fail");
  return outcome;
}

describe("a mail that is taken", () => {
  test("goes to exactly its recipients, blind copies unnamed, under its own Message-ID", async () => {
    const server = await serverOf();
    const receipt = await mailerTo(server.url).send(mail, never);
    expect(receipt).toMatchObject({ accepted: [ann, bob, ops], refused: [] });
    expect(receipt.response).toMatch(/^250 /);
    const [got] = server.mails;
    expect(got?.recipients).toEqual([ann, bob, ops]);
    expect(got?.from).toBe("waybill@example.org");
    expect(got?.header("Message-ID")).toBe(mail.messageId);
    expect(got?.header("From")).toBe("Waybill <waybill@example.org>");
    expect(got?.header("To")).toBe(`${ann}, ${bob}`);
    expect(got?.header("Auto-Submitted")).toBe("auto-generated");
    expect(got?.header("Bcc")).toBeUndefined();
    expect(got?.raw).not.toContain(ops);
    expect(got?.raw).toContain(Buffer.from("a,b\r\n").toString("base64"));
  });

  test("with nobody but blind copies has no To", async () => {
    const server = await serverOf();
    await mailerTo(server.url).send({ ...mail, to: [], recipients: [ops] }, never);
    expect(server.asked).toEqual([ops]);
    expect(server.mails[0]?.header("To")).toBeUndefined();
  });

  test("when the server is slow but within the wait", async () => {
    const server = await serverOf();
    server.behave({ data: { afterMs: 700 } });
    await expect(mailerTo(server.url).send(mail, never)).resolves.toMatchObject({ refused: [] });
  });

  test("one after the other; after the server has closed the connection at most one try fails", async () => {
    const server = await serverOf();
    const mailer = mailerTo(server.url);
    await mailer.send(mail, never);
    await mailer.send(mail, never);
    await server.close();
    const next = await serverOf({ port: server.port });
    await mailer.send(mail, never).catch((error: unknown) => {
      expect(mailer.isPermanent(error)).toBe(false);
      return mailer.send(mail, never);
    });
    expect([server.mails.length, next.mails.length]).toEqual([2, 1]);
  });
});

describe("hostile addresses", () => {
  test.each([
    "b@example.org\r\nBcc: evil@example.org",
    "b@example.org \r\n Bcc: evil@example.org",
    "b@example.org, evil@example.org",
    "b@example.org; evil@example.org",
    "group: b@example.org, evil@example.org;",
    "B <evil@example.org>",
    "b@example.org>\r\nRCPT TO:<evil@example.org",
    '"b, evil"@example.org',
  ])("%j is refused for good before the server hears of it", async (address) => {
    const server = await serverOf();
    const mailer = mailerTo(server.url);
    for (const bad of [
      { ...mail, to: [address] },
      { ...mail, recipients: [ann, address] },
      { ...mail, from: { name: "x", address } },
    ]) {
      const error = await failureOf(mailer.send(bad, never));
      expect(mailer.isPermanent(error)).toBe(true);
    }
    expect(server.asked).toEqual([]);
  });

  test.each([
    "=?utf-8?q?x=0D=0ABcc:_evil@example.org?=",
    "a =?iso-8859-1?B?PGI+?= b",
    `=?${"ž".repeat(100)}`,
    "=? and no more",
  ])("the subject %j arrives as it was written", async (subject) => {
    const server = await serverOf();
    await mailerTo(server.url).send({ ...mail, subject }, never);
    const header = server.mails[0]?.header("Subject") ?? "";
    // adjacent encoded words are one text: RFC 2047 section 6.2
    const words = header.split(/\s+/).map((word) => /^=\?UTF-8\?B\?([\w+/=]+)\?=$/.exec(word)?.[1] ?? "");
    expect(Buffer.concat(words.map((word) => Buffer.from(word, "base64"))).toString()).toBe(subject);
    expect(Math.max(...header.split(/\s+/).map(({ length }) => length))).toBeLessThanOrEqual(75);
  });

  test("a subject or a name with line ends makes no header of its own", async () => {
    const server = await serverOf();
    const sly = "x\r\nBcc: evil@example.org\r\n\r\nbody";
    const from = { name: sly, address: "waybill@example.org" };
    await mailerTo(server.url).send({ ...mail, from, subject: sly }, never);
    expect(server.asked).toEqual([ann, bob, ops]);
    expect(server.mails[0]?.header("Bcc")).toBeUndefined();
    expect(server.mails[0]?.header("Message-ID")).toBe(mail.messageId);
  });
});

describe("recipients refused", () => {
  const gone = { code: 550, text: "no such user" };
  const grey = { code: 450, text: "greylisted" };

  test("the others get the mail, the receipt names the refused with the server's words", async () => {
    const server = await serverOf();
    server.behave({ recipients: { [bob]: gone, [ops]: grey } });
    const receipt = await mailerTo(server.url).send(mail, never);
    expect(receipt.accepted).toEqual([ann]);
    expect(receipt.refused).toEqual([
      { address: bob, reason: expect.stringContaining("550 no such user"), permanent: true },
      { address: ops, reason: expect.stringContaining("450 greylisted"), permanent: false },
    ]);
    expect(server.mails.map(({ recipients }) => recipients)).toEqual([[ann]]);
  });

  test("all of them: a receipt with nobody accepted", async () => {
    const server = await serverOf();
    server.behave({ recipients: { [ann]: gone, [bob]: grey, [ops]: gone } });
    const receipt = await mailerTo(server.url).send(mail, never);
    expect(receipt.accepted).toEqual([]);
    expect(receipt.refused.map(({ address, permanent }) => [address, permanent])).toEqual([
      [ann, true],
      [bob, false],
      [ops, true],
    ]);
    expect(server.mails).toEqual([]);
  });
});

describe("failures of the whole mail", () => {
  test.each([
    ["5xx to the sender", { sender: { code: 553, text: "not allowed" } }, true],
    ["4xx to the sender", { sender: { code: 451, text: "greylisted" } }, false],
    ["5xx to the mail", { data: { code: 554, text: "spam" } }, true],
    ["552, too large", { data: { code: 552, text: "too large" } }, true],
    ["4xx to the mail", { data: { code: 452, text: "disk full" } }, false],
    ["421 to the mail", { data: { code: 421, text: "closing" } }, false],
    ["530 to the sender: it asks for a sign-in", { sender: { code: 530, text: "auth" } }, false],
    ["a reset in place of the answer", { data: "reset" }, false],
  ] as const)("%s", async (_name, behaviour, permanent) => {
    const server = await serverOf();
    server.behave(behaviour);
    const mailer = mailerTo(server.url);
    const error = await failureOf(mailer.send(mail, never));
    expect(mailer.isPermanent(error)).toBe(permanent);
    expect(server.mails.length).toBeLessThanOrEqual(1);
  });

  test("nobody listens", async () => {
    const mailer = mailerTo(`smtp://127.0.0.1:${await freePort()}`);
    const error = await failureOf(mailer.send(mail, never));
    expect([error.message, mailer.isPermanent(error)]).toEqual([
      expect.stringContaining("ECONNREFUSED"),
      false,
    ]);
  });

  test("the server stays silent for too long", async () => {
    const server = await serverOf();
    server.behave({ data: { afterMs: 60_000 } });
    const mailer = mailerTo(server.url, 300);
    const error = await failureOf(mailer.send(mail, never));
    expect([error.message, mailer.isPermanent(error)]).toEqual([expect.stringMatching(/timeout/i), false]);
  });

  test("the try is ended from outside", async () => {
    const server = await serverOf();
    server.behave({ data: { afterMs: 60_000 } });
    const ends = new AbortController();
    const sending = failureOf(mailerTo(server.url).send(mail, ends.signal));
    setTimeout(() => ends.abort(), 50);
    expect((await sending).name).toBe("AbortError");
  });
});

describe("what the address says", () => {
  const user = { name: "mailer", password: "p@ss/word" };
  const at = (port: number, password: string) =>
    `smtp://mailer:${encodeURIComponent(password)}@127.0.0.1:${port}`;

  test("a name and a password sign in", async () => {
    const server = await serverOf({ user });
    await mailerTo(at(server.port, user.password)).send(mail, never);
    expect(server.mails).toHaveLength(1);
  });

  test("a wrong password is for an operator to mend, so the mail is tried again; it is never shown", async () => {
    const server = await serverOf({ user });
    const mailer = mailerTo(at(server.port, "wrong-secret"));
    const error = await failureOf(mailer.send(mail, never));
    expect(mailer.isPermanent(error)).toBe(false);
    expect(error.message).not.toContain("wrong-secret");
  });

  test("TLS is used when it is offered, and the certificate is checked", async () => {
    const server = await serverOf({ tls: LOOPBACK_CERTIFICATE });
    const mailer = mailerTo(server.url);
    const error = await failureOf(mailer.send(mail, never));
    expect([error.message, mailer.isPermanent(error)]).toEqual([
      expect.stringMatching(/self.signed|unable to verify/i),
      false,
    ]);
    await mailerTo(`${server.url}?tls.rejectUnauthorized=false`).send(mail, never);
    expect(server.mails.map(({ isSecure }) => isSecure)).toEqual([true]);
  });

  test.each(["http://127.0.0.1:25", "127.0.0.1:25", "direct:?name=x"])("%s is no mail server", (url) => {
    expect(() => smtpMailer(url)).toThrow("SMTP_URL must start with smtp:// or smtps://.");
  });

  test("a server that takes TLS from the start is named as such, and so is one that does not", async () => {
    const implicit = createTlsServer(LOOPBACK_CERTIFICATE, (socket) => socket.on("error", () => undefined));
    await new Promise<void>((resolve) => implicit.listen(0, "127.0.0.1", resolve));
    open.push(() => implicit.close());
    const { port } = implicit.address() as AddressInfo;
    const silent = await failureOf(mailerTo(`smtp://127.0.0.1:${port}`).send(mail, never));
    expect(silent.message).toBe(
      "Greeting never received. If the server expects TLS from the start, SMTP_URL must begin with smtps://.",
    );
    const server = await serverOf();
    const clear = await failureOf(mailerTo(server.url.replace("smtp:", "smtps:")).send(mail, never));
    expect(clear.message).toMatch(
      /If the server does not expect TLS from the start, SMTP_URL must begin with smtp:\/\/\.$/,
    );
  });

  test("requireTLS refuses a server without it", async () => {
    const server = await serverOf();
    await failureOf(mailerTo(`${server.url}?requireTLS=true`).send(mail, never));
    expect(server.mails).toEqual([]);
  });
});
