import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  PathnameContext,
  SearchParamsContext,
} from "next/dist/shared/lib/hooks-client-context.shared-runtime.js";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Role } from "../../core/access/roles.ts";
import { ClockProvider } from "../display/clock.tsx";
import { readPreferences } from "../display/preferences.model.ts";
import { PreferencesProvider } from "../display/preferences.tsx";
import { viewerOf } from "../frame/viewer.model.ts";
import { ViewerProvider } from "../frame/viewer.tsx";
import { TooltipProvider } from "../ui/tooltip.tsx";

/** When everything is drawn, in UTC. */
const DRAWN_AT = Date.UTC(2026, 2, 1, 12);

type Options = {
  readonly role?: Role;
  /** Of the page's address. */
  readonly path?: string;
  readonly search?: string;
  /** As the cookie has them. */
  readonly preferences?: string;
  readonly client?: QueryClient;
};

export type Drawn = {
  readonly html: string;
  /** What is read, screen readers' words too. */
  readonly text: string;
  /** Buttons and links that can be pressed, by the name a screen reader says. */
  readonly buttons: readonly string[];
  /** Buttons that cannot be pressed. */
  readonly disabled: readonly string[];
};

/** A cache that reads nothing by itself: a test puts into it what the page shows. */
export function quietClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: Number.POSITIVE_INFINITY, retry: false, retryOnMount: false },
    },
  });
}

/** Draws a component as the server does, with everything the frame puts around a page. Dialogs and menus are closed. */
export function draw(element: ReactNode, options: Options = {}): Drawn {
  const { role = "admin", path = "/", search = "", preferences, client = quietClient() } = options;
  const viewer = viewerOf({ id: "p-1", name: "Ada", role, via: "session", grants: [] });
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <PathnameContext value={path}>
        <SearchParamsContext value={new URLSearchParams(search)}>
          <PreferencesProvider initial={readPreferences(preferences)}>
            <ClockProvider atMs={DRAWN_AT} zone="UTC">
              <ViewerProvider viewer={viewer}>
                <TooltipProvider>{element}</TooltipProvider>
              </ViewerProvider>
            </ClockProvider>
          </PreferencesProvider>
        </SearchParamsContext>
      </PathnameContext>
    </QueryClientProvider>,
  );
  const pressed = [...html.matchAll(/<(button|a)\b([^>]*)>(.*?)<\/\1>/gs)].map(
    ([, , attributes = "", inner = ""]) => ({
      name: textOf(/ aria-label="([^"]*)"/.exec(attributes)?.[1] ?? inner),
      isDisabled: / disabled=""/.test(attributes),
    }),
  );
  return {
    html,
    text: textOf(html),
    buttons: pressed.filter(({ isDisabled }) => !isDisabled).map(({ name }) => name),
    disabled: pressed.filter(({ isDisabled }) => isDisabled).map(({ name }) => name),
  };
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
};

function textOf(html: string): string {
  return html
    .replace(/<\/?(p|li|div|dt|dd|td|th|h\d|button|summary|option|label|caption)\b[^>]*>/g, " ")
    .replace(/<[^>]*>/g, "")
    .replace(/&(amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, " ")
    .trim();
}
