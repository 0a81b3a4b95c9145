import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { connect, type Db } from "../../prisma/client.ts";
import { execute, siblingUrl } from "../../scripts/db/database.ts";
import { deploy } from "../../scripts/db/deploy.ts";
import { readMigrations } from "../../scripts/db/migrations.ts";
import { findActorOfToken } from "../person/find-actor.ts";
import { hashOf, newSecret } from "./secret.ts";

const DAYS = 86_400_000;
const secrets = { endless: newSecret(), long: newSecret(), short: newSecret(), over: newSecret() };

let db: Db;
let name: string;

beforeAll(async () => {
  name = `t_${randomBytes(8).toString("hex")}`;
  const url = siblingUrl(inject("postgres"), name);
  await execute(inject("postgres"), `create database ${name}`);
  const migrations = await readMigrations();
  const at = migrations.findIndex((migration) => migration.name.endsWith("_add_account_life"));
  expect(at).toBeGreaterThan(0);
  await deploy(url, migrations.slice(0, at));
  db = connect(url, { max: 2, name: "test" });
  await db.$executeRaw`INSERT INTO app_user (id, name, email, role) VALUES ('ada', 'Ada', 'ada@example.org', 'admin')`;
  for (const [id, days] of Object.entries({ endless: null, long: 3650, short: 30, over: -1 })) {
    const hash = hashOf(secrets[id as keyof typeof secrets]);
    await db.$executeRaw`
      INSERT INTO api_token (id, user_id, name, hash, hint, expires_at)
      VALUES (${id}, 'ada', ${id}, ${hash}, 'wb_', clock_timestamp() + ${days}::float8 * interval '1 day')`;
  }
  await deploy(url, migrations);
});

afterAll(async () => {
  await db.$disconnect();
  await execute(inject("postgres"), `drop database ${name}`);
});

it.each([
  ["endless", 365],
  ["long", 365],
  ["short", 30],
] as const)("a token that was made before, %s, can do what it could for %i days", async (id, days) => {
  expect(await findActorOfToken({ db }, secrets[id])).toMatchObject({
    id: "ada",
    via: "token",
    scopes: ["read", "deposit", "operate", "configure"],
  });
  const { expiresAt } = await db.apiToken.findUniqueOrThrow({ where: { id } });
  const left = ((expiresAt?.getTime() ?? 0) - Date.now()) / DAYS;
  expect(Math.abs(left - days)).toBeLessThan(1.1);
});

it("a token that had expired before stays so", async () => {
  await expect(findActorOfToken({ db }, secrets.over)).rejects.toMatchObject({ code: "token_ended" });
});

it("a token that older code makes meanwhile has all scopes and a year", async () => {
  const secret = newSecret();
  await db.$executeRaw`
    INSERT INTO api_token (id, user_id, name, hash, hint, expires_at)
    VALUES ('new', 'ada', 'new', ${hashOf(secret)}, 'wb_', NULL)`;
  expect((await findActorOfToken({ db }, secret))?.scopes).toHaveLength(4);
  await db.$executeRaw`UPDATE api_token SET created_at = clock_timestamp() - interval '367 days' WHERE id = 'new'`;
  await expect(findActorOfToken({ db }, secret)).rejects.toMatchObject({ code: "token_ended" });
});
