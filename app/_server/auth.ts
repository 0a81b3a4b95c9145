import "server-only";
import { betterAuth } from "better-auth";
import { prismaAdapter } from "better-auth/adapters/prisma";
import { APIError } from "better-auth/api";
import { nextCookies } from "better-auth/next-js";
import { admin } from "better-auth/plugins/admin";
import { WaybillError } from "../../core/errors.ts";
import { publicUrl } from "../../lib/env.ts";
import { fitsPassword, hashPassword } from "../../lib/password.ts";
import { root } from "./root.ts";
import { signingIn } from "./sign-in.ts";

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
        hash: (password) => inTurn((turn) => hashPassword(password, turn)),
        verify: ({ hash, password }) => inTurn((turn) => fitsPassword(hash, password, turn)),
      },
    },
    session: { expiresIn: SESSION_S, disableSessionRefresh: true },
    databaseHooks: { session: { create: { after: keepSession } } },
    // Tries to sign in are counted in sign-in.ts. What is left here goes by the one address withPeer lets through.
    rateLimit: { enabled: true, customRules: { "/sign-in/email": false } },
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

/** Tells the sign-in under way which session was made, so that its row in the audit can be written before it is answered. */
async function keepSession({ id, userId }: { id: string; userId: string }): Promise<void> {
  const signing = signingIn();
  if (signing) signing.session = { id, userId };
}

/** A password's turn: somebody who signs in waits as who they are, anybody else of whom nothing is known behind those who are known. */
async function inTurn<Result>(
  act: (turn: { readonly isKnown: boolean }) => Promise<Result>,
): Promise<Result> {
  const signing = signingIn();
  try {
    return await act({ isKnown: signing?.isKnown ?? false });
  } catch (error) {
    if (!(error instanceof WaybillError)) throw error;
    if (signing) signing.fault = error;
    throw new APIError("TOO_MANY_REQUESTS", { message: error.message }, { "retry-after": "5" });
  }
}

/** The page's own origin, when the request went to the very host the page came from. */
function ownOrigin(request: Request | undefined): string[] {
  const origin = request?.headers.get("origin");
  if (!origin || !URL.canParse(origin)) return [];
  return new URL(origin).host === request?.headers.get("host")?.toLowerCase() ? [origin] : [];
}
