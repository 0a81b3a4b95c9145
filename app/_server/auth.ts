import "server-only";
import { betterAuth } from "better-auth";
import { prismaAdapter } from "better-auth/adapters/prisma";
import { APIError, createAuthMiddleware } from "better-auth/api";
import { nextCookies } from "better-auth/next-js";
import { admin } from "better-auth/plugins/admin";
import { publicUrl } from "../../lib/env.ts";
import { fitsPassword, hashPassword } from "../../lib/password.ts";
import { root } from "./root.ts";
import { triesToSignIn } from "./tries.ts";

const SESSION_S = 7 * 24 * 3600;

type Auth = ReturnType<typeof open>;
const held = globalThis as typeof globalThis & { waybillAuth?: Auth };

/** Sign-in by e-mail and password. Made at the first request. Source: docs/reference/api.md, "Signing in". */
export function auth(): Auth {
  held.waybillAuth ??= open();
  return held.waybillAuth;
}

function open() {
  const { env, db, log } = root();
  const baseURL = publicUrl(env);
  const https = baseURL.startsWith("https:");
  return betterAuth({
    appName: "Waybill",
    baseURL,
    secret: env.AUTH_SECRET,
    database: prismaAdapter(db, { provider: "postgresql" }),
    trustedOrigins: async (request) => [baseURL, ...ownOrigin(request)],
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: 12,
      maxPasswordLength: 128,
      password: {
        hash: hashPassword,
        verify: ({ hash, password }) => fitsPassword(hash, password),
      },
    },
    session: { expiresIn: SESSION_S, disableSessionRefresh: true },
    rateLimit: { enabled: true, customRules: { "/sign-in/email": { window: 10, max: 10 } } },
    hooks: { before: beforeSignIn, after: afterSignIn },
    advanced: {
      // The prefix __Host- binds the cookie to this very host; better-auth's own would be __Secure-.
      useSecureCookies: false,
      cookiePrefix: https ? "__Host-waybill" : "waybill",
      defaultCookieAttributes: { secure: https, httpOnly: true, sameSite: "lax", path: "/" },
    },
    telemetry: { enabled: false },
    logger: { level: "warn", log: (level, message, ...more) => log[level]({ more }, `auth: ${message}`) },
    onAPIError: {
      onError: (error) => {
        if (!(error instanceof APIError) || error.statusCode >= 500)
          log.error({ err: error }, "auth: failed");
      },
    },
    plugins: [
      admin({
        defaultRole: "viewer",
        adminRoles: ["admin"],
        bannedUserMessage: "This account is closed. Ask an admin.",
      }),
      nextCookies(),
    ],
  });
}

const beforeSignIn = createAuthMiddleware(async ({ path, body }) => {
  const name = signingIn(path, body);
  const waitMs = name === undefined ? 0 : triesToSignIn().asPerson.take(name, Date.now());
  if (waitMs === 0) return;
  const minutes = Math.ceil(waitMs / 60_000);
  throw new APIError("TOO_MANY_REQUESTS", {
    message: `Too many tries. Wait ${minutes} min, then try again.`,
  });
});

const afterSignIn = createAuthMiddleware(async ({ path, body, context }) => {
  const name = signingIn(path, body);
  if (name !== undefined && context.newSession) triesToSignIn().asPerson.forget(name);
});

function signingIn(path: string, body: unknown): string | undefined {
  const isIt = path === "/sign-in/email" && typeof body === "object" && body !== null && "email" in body;
  return isIt ? String(body.email).toLowerCase().slice(0, 254) : undefined;
}

/** The page's own origin, when the request went to the very host the page came from. */
function ownOrigin(request: Request | undefined): string[] {
  const origin = request?.headers.get("origin");
  if (!origin || !URL.canParse(origin)) return [];
  return new URL(origin).host === request?.headers.get("host")?.toLowerCase() ? [origin] : [];
}
