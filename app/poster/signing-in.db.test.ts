import { randomUUID } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { peerHeader } from "../../lib/peer.ts";
import { basic } from "../../tests/merritt/form.ts";
import { posterSite } from "../../tests/merritt/poster-site.ts";
import { PASSWORD } from "../../tests/merritt/scene.ts";

vi.mock("server-only", () => ({}));

const site = posterSite(async () => ({
  plain: await import("./[verb]/route.ts"),
  state: await import("./state/route.ts"),
  root: (await import("../_server/root.ts")).root,
}));

describe("signing in", () => {
  let network = 0;
  /** From another network each time, unless told otherwise. */
  const state = (as: string, from = `10.200.${++network}.1`) =>
    site.routes.state.GET(
      new Request("https://waybill.example.org/poster/state", {
        headers: { authorization: as, ...peerHeader(from) },
      }),
      undefined,
    );

  it("works by password, by a token in its place, and by a bearer token", async () => {
    for (const as of [
      site.scene.ada.basic,
      basic(site.scene.ada.email.toUpperCase(), PASSWORD),
      basic(site.scene.ada.email, site.scene.ada.token),
      basic("anything", site.scene.ada.token),
      `Bearer ${site.scene.ada.token}`,
      `basic  ${site.scene.ada.basic.slice(6)}`,
    ])
      expect([as.slice(0, 6), (await state(as)).status]).toEqual([as.slice(0, 6), 200]);
  });

  it("fails with a challenge, the same for a wrong password and an unknown person", async () => {
    const other = await site.scene.caller("depositor");
    const [wrong, unknown] = [
      await state(basic(other.email, "wrong horse battery")),
      await state(basic(`${randomUUID()}@example.org`, PASSWORD)),
    ];
    for (const response of [wrong, unknown])
      expect([response.status, response.headers.get("www-authenticate")]).toEqual([
        401,
        'Basic realm="waybill", charset="UTF-8"',
      ]);
    expect(await wrong.text()).toBe(await unknown.text());
    for (const as of [
      "",
      "Basic",
      "Basic !!!!",
      basic("", ""),
      "Bearer wb_x",
      `Digest ${site.scene.ada.token}`,
      `Bearer ${PASSWORD}`,
    ])
      expect([as, (await state(as)).status]).toEqual([as, 401]);
  });

  it("makes no session, and heeds none", async () => {
    const before = await site.scene.test.ctx.db.session.count();
    await state(site.scene.ada.basic);
    expect(await site.scene.test.ctx.db.session.count()).toBe(before);
    const cookie = new Request("https://waybill.example.org/poster/state", {
      headers: { cookie: "waybill.session_token=x" },
    });
    expect((await site.routes.state.GET(cookie, undefined)).status).toBe(401);
  });

  it("lets ten wrong passwords be tried for one person from one network, and says when to go on", async () => {
    const other = await site.scene.caller("depositor");
    const statuses: number[] = [];
    for (let n = 0; n < 11; n += 1)
      statuses.push((await state(basic(other.email, `wrong horse ${n}`), `10.1.0.${n}`)).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
    const late = await state(other.basic, "10.1.0.99");
    expect(late.status).toBe(429);
    expect(Number(late.headers.get("retry-after"))).toBeGreaterThan(200);
    expect((await state(other.basic, "10.1.1.1")).status).toBe(200);
    expect((await state(`Bearer ${other.token}`)).status).toBe(200);
  });

  it("lets ten passwords be tried from one address", async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 11; n += 1)
      statuses.push((await state(basic(`${randomUUID()}@example.org`, "x"), "10.2.0.1")).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
  });

  it("does not limit a script that sends the right password with every request", async () => {
    const other = await site.scene.caller("depositor");
    const answers = await Promise.all(Array.from({ length: 30 }, () => state(other.basic, "10.3.0.1")));
    expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200));
    for (let n = 0; n < 15; n += 1) expect((await state(other.basic, "10.3.0.1")).status).toBe(200);
  });

  it("tells the audit of the first right password in an hour from one address, and of each wrong one", async () => {
    const other = await site.scene.caller("depositor");
    const [here, there] = ["10.4.0.1", "10.4.1.1"];
    for (const as of [other.basic, other.basic, `Bearer ${other.token}`]) await state(as, here);
    await state(other.basic, there);
    for (const word of ["one", "two"]) await state(basic(other.email, `wrong horse ${word}`), there);
    const rows = await site.scene.test.ctx.db.audit.findMany({
      where: { target: other.id, via: "password" },
      orderBy: { id: "asc" },
    });
    const used = { action: "password.use", actorId: other.id, email: other.email };
    const because = "the password was wrong";
    expect(rows).toMatchObject([
      { ...used, address: here },
      { ...used, address: there },
      { action: "session.refuse", actorId: null, actor: other.email, after: { because, tries: 1 } },
      { action: "session.refuse", actorId: null, address: there, after: { because, tries: 2 } },
    ]);
    expect(rows.length).toBe(4);
  });

  it("ends at once when the person is banned or the password changed", async () => {
    const other = await site.scene.caller("depositor");
    expect((await state(other.basic)).status).toBe(200);
    await site.scene.test.ctx.db.user.update({ where: { id: other.id }, data: { banned: true } });
    expect((await state(other.basic)).status).toBe(401);
    await site.scene.test.ctx.db.user.update({ where: { id: other.id }, data: { banned: false } });
    expect((await state(other.basic)).status).toBe(200);
    await site.scene.test.ctx.db.account.updateMany({
      where: { userId: other.id },
      data: { password: "$argon2id$x" },
    });
    expect((await state(other.basic)).status).toBe(401);
  });

  it("from another site's page is refused", async () => {
    const asked = await site.scene.request("/poster/submit", [
      site.scene.profile,
      ["file", new File(["x"], "x")],
    ]);
    asked.headers.set("origin", "https://evil.example");
    expect(
      (await site.routes.plain.POST(asked, { params: Promise.resolve({ verb: "submit" }) })).status,
    ).toBe(403);
  });
});
