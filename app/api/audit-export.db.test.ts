import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { writeAudit } from "../../prisma/store/audit.ts";
import { makePerson } from "../../tests/factories/make-person.ts";
import { makeToken } from "../../tests/factories/make-token.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { ask } from "../../tests/factories/web-client.ts";

vi.mock("server-only", () => ({}));

const FROM = "10.3.0.7";
let test: TestContext;
let routes: Awaited<ReturnType<typeof loadRoutes>>;

async function loadRoutes() {
  return {
    audit: await import("./v1/audit/route.ts"),
    root: (await import("../_server/root.ts")).root,
  };
}

beforeAll(async () => {
  test = await testContext();
  vi.stubEnv("DATABASE_URL", test.url);
  vi.stubEnv("AUTH_SECRET", `${randomUUID()}${randomUUID()}`);
  vi.stubEnv("LOG_LEVEL", "silent");
  routes = await loadRoutes();
});
afterAll(async () => {
  await routes.root().changes.flush();
  await routes.root().db.$disconnect();
  await test.end();
});

/** Asks for the audit by a token of this admin's. */
async function exported(adminId: string, query: string): Promise<Response> {
  const token = await makeToken(test.ctx.db, adminId, ["audit"]);
  return ask(routes.audit, `GET /api/v1/audit${query}`, { token });
}

describe("exporting the audit", () => {
  it("gives all that the filters leave as CSV, no cell of which calculates, and tells of itself", async () => {
    const [admin, odd] = [await makePerson(test.ctx.db, "admin"), await makePerson(test.ctx.db, "viewer")];
    await test.ctx.db.user.update({ where: { id: odd.id }, data: { name: "=1+1" } });
    const email = `${odd.id}@example.org`;
    const signedIn = { id: odd.id, name: "=1+1", email, via: "password", address: FROM } as const;
    await writeAudit(test.ctx.db, signedIn, {
      action: "session.begin",
      target: odd.id,
      after: { session: "a-session" },
    });
    const answer = await exported(admin.id, `?person=${odd.id}&kind=sign-in&limit=1&format=csv`);
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8; header=present");
    expect(answer.headers.get("content-disposition")).toBe(
      "attachment; filename=\"audit.csv\"; filename*=UTF-8''audit.csv",
    );
    const [head, row, ...rest] = Buffer.from(await answer.arrayBuffer())
      .toString()
      .split("\r\n");
    expect(head).toBe(
      '\ufeff"at","who","email","person","via","token","token_id","address","action","what","about","target","target_name","reason","before","after"',
    );
    expect(row).toMatch(
      new RegExp(
        `^"20[^"]{22}","'=1\\+1","${email}","${odd.id}","password",,,"${FROM}","session.begin","Signed in","person","${odd.id}","'=1\\+1",,,"\\{""session"":""[^"]+""\\}"$`,
      ),
    );
    expect(rest).toEqual([""]);
    const told = await test.ctx.db.audit.findFirstOrThrow({ where: { action: "audit.export" } });
    expect(told).toMatchObject({
      actorId: admin.id,
      target: "audit",
      after: { filter: { person: odd.id, kind: "sign-in" } },
    });
  });

  it("goes on until everything is there", async () => {
    const { id } = await makePerson(test.ctx.db, "admin");
    await test.ctx.db.audit.createMany({
      data: Array.from({ length: 1203 }, (_, n) => ({
        actorId: "many",
        actor: "Many",
        via: "session",
        action: "job.resume",
        target: `${id}-${n}`,
      })),
    });
    const answer = await exported(id, "?person=many&format=csv");
    const lines = (await answer.text()).split("\r\n");
    const targets = lines.slice(1, -1).map((line) => line.split(",")[11]);
    expect(targets).toEqual(Array.from({ length: 1203 }, (_, n) => `"${id}-${1202 - n}"`));
  });
});
