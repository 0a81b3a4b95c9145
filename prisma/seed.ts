import { randomBytes, randomUUID } from "node:crypto";
import { ProfileSettings, readProfileSettings } from "../core/contracts/profile.ts";
import type { Env } from "../lib/env.ts";
import { hashPassword } from "../lib/password.ts";
import { connect, type Db } from "./client.ts";
import { insertPerson } from "./store/person.ts";

/** What a fresh installation got. `adminPassword`: only when the admin has just been created; it is stored nowhere. */
export type Seeded = { readonly adminEmail: string; readonly adminPassword: string | undefined };

const ADMIN_EMAIL = "admin@example.org";
const DEMO = { slug: "demo", name: "Demo collection", lane: "demo" } as const;

/** Creates the first admin and, with DEMO, the demo collection with its lane; each only if there is none yet. */
export async function seed(env: Env): Promise<Seeded> {
  const db = connect(env.DATABASE_URL, { max: 2, name: "seed" });
  try {
    const admin = await seedAdmin(db);
    // the host and port of Waybill's own sample files, the only private address the demo collection may fetch from
    if (env.DEMO) await seedDemo(db, `127.0.0.1:${env.PORT}`);
    return admin;
  } finally {
    await db.$disconnect();
  }
}

async function seedAdmin(db: Db): Promise<Seeded> {
  const admin = await db.user.findFirst({ where: { role: "admin" }, orderBy: { createdAt: "asc" } });
  if (admin) return { adminEmail: admin.email, adminPassword: undefined };
  const adminPassword = randomBytes(12).toString("base64url");
  await insertPerson(db, {
    id: randomUUID(),
    name: "Admin",
    email: ADMIN_EMAIL,
    role: "admin",
    passwordHash: await hashPassword(adminPassword),
  });
  return { adminEmail: ADMIN_EMAIL, adminPassword };
}

async function seedDemo(db: Db, ownAddress: string): Promise<void> {
  const existing = await db.collection.findUnique({
    where: { slug: DEMO.slug },
    include: { profiles: { orderBy: { version: "desc" }, take: 1 } },
  });
  if (!existing) {
    if ((await db.collection.count()) > 0) return;
    const settings = ProfileSettings.parse({ privateSources: [ownAddress], notify: [ADMIN_EMAIL] });
    const lane = await db.lane.create({ data: { id: randomUUID(), serviceId: DEMO.lane } });
    await db.collection.create({
      data: {
        id: randomUUID(),
        slug: DEMO.slug,
        name: DEMO.name,
        laneId: lane.id,
        profiles: { create: { id: randomUUID(), version: 1, settings, createdBy: "Waybill" } },
      },
    });
    return;
  }
  await allowOwnAddress(db, existing.profiles[0], ownAddress);
}

/** Waybill may run on a different port than last time; the demo profile gets a new version to match. */
async function allowOwnAddress(
  db: Db,
  profile:
    | {
        readonly collectionId: string;
        readonly version: number;
        readonly settings: unknown;
        readonly callbackSealed: string | null;
      }
    | undefined,
  ownAddress: string,
): Promise<void> {
  if (!profile) return;
  const settings = readProfileSettings(profile.settings);
  if (settings.privateSources.includes(ownAddress)) return;
  await db.profileVersion.create({
    data: {
      id: randomUUID(),
      collectionId: profile.collectionId,
      version: profile.version + 1,
      settings: { ...settings, privateSources: [ownAddress] },
      callbackSealed: profile.callbackSealed,
      createdBy: "Waybill",
    },
  });
}
