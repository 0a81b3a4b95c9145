import { expect, it } from "vitest";
import { draw } from "../testing/draw.tsx";
import { LiveIndicator } from "./live-indicator.tsx";
import { LiveProvider } from "./live-provider.tsx";
import { StaleBar } from "./stale-bar.tsx";

it("begins as connecting, to be paused, and warns of nothing", () => {
  const { buttons, text } = draw(
    <LiveProvider>
      <StaleBar />
      <LiveIndicator />
    </LiveProvider>,
  );
  expect(buttons).toEqual(["Live updates: Connecting. Pause"]);
  expect(text).toBe("Connecting");
});
