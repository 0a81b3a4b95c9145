import { afterAll, beforeAll } from "vitest";
import type { Part } from "./form.ts";
import { makeScene, type Scene, type Sending } from "./scene.ts";

/** Routes as a test file loads them, with the root of the web process to close at the end. */
type Loaded = {
  readonly root: () => {
    readonly changes: { flush(): Promise<void> };
    readonly db: { $disconnect(): Promise<void> };
  };
};

/**
 * A scene for the tests of a file and the routes it loads on it: made before them, closed after them. The file mocks
 * `server-only` away itself, since a mock holds where it is written.
 */
export function posterSite<Routes extends Loaded>(
  load: () => Promise<Routes>,
): { readonly scene: Scene; readonly routes: Routes } {
  let made: { readonly scene: Scene; readonly routes: Routes } | undefined;
  const get = () => {
    if (!made) throw new Error("The scene is there in tests only.");
    return made;
  };
  beforeAll(async () => {
    const scene = await makeScene();
    made = { scene, routes: await load() };
  });
  afterAll(async () => {
    if (!made) return;
    const { changes, db } = made.routes.root();
    await changes.flush();
    await db.$disconnect();
    await made.scene.end();
  });
  return {
    get scene() {
      return get().scene;
    },
    get routes() {
      return get().routes;
    },
  };
}

type Posting = (request: Request, context: { params: Promise<{ verb: string }> }) => Promise<Response>;

/** POST /poster/{verb} with a form; by ada, unless told otherwise. */
export async function postForm(
  site: { readonly scene: Scene; readonly routes: { readonly plain: { readonly POST: Posting } } },
  verb: string,
  parts: readonly Part[],
  sending?: Sending,
): Promise<Response> {
  const request = await site.scene.request(`/poster/${verb}`, parts, sending);
  return site.routes.plain.POST(request, { params: Promise.resolve({ verb }) });
}
