import { expect, it } from "vitest";
import type { SessionView } from "../../core/contracts/account-views.ts";
import { draw } from "../testing/draw.tsx";
import { SessionList } from "./session-list.tsx";

const session = (id: string, isCurrent: boolean): SessionView => ({
  id,
  createdAt: "2026-03-01T11:00:00Z",
  expiresAt: "2026-03-08T11:00:00Z",
  ipAddress: "192.0.2.1",
  userAgent: null,
  isCurrent,
});
const buttonsOf = (...sessions: readonly SessionView[]) =>
  draw(<SessionList sessions={sessions} end={() => Promise.resolve()} empty="Not signed in anywhere." />)
    .buttons;

it("says where there are none", () => {
  const { text } = draw(
    <SessionList sessions={[]} end={() => Promise.resolve()} empty="Not signed in anywhere." />,
  );
  expect(text).toBe("Sessions Not signed in anywhere.");
});

it("does not offer to end the session that asks", () => {
  expect(buttonsOf(session("a", true))).toEqual([]);
  const [all, one, ...rest] = buttonsOf(session("a", true), session("b", false));
  expect(all).toBe("End all other sessions");
  expect(one).toMatch(/^End the session of /);
  expect(rest).toEqual([]);
});

it("offers to end all of another person's", () => {
  expect(buttonsOf(session("a", false), session("b", false))).toHaveLength(3);
  expect(buttonsOf(session("a", false), session("b", false))[0]).toBe("End all sessions");
  expect(buttonsOf(session("a", false))).toHaveLength(1);
});
