import * as z from "zod";
import { ROLES } from "../access/roles.ts";
import { SCOPES } from "../access/scopes.ts";

export const PASSWORD_LEAST = 12;
export const PASSWORD_MOST = 128;

const password = z
  .string()
  .min(PASSWORD_LEAST, `A password has at least ${PASSWORD_LEAST} characters.`)
  .max(PASSWORD_MOST, `A password has at most ${PASSWORD_MOST} characters.`);
const collections = z.array(z.string().max(64)).max(500);
const secret = z.string().max(200);
const name = z.string().trim().min(1).max(200);
const email = z.email().max(254);

/** Body of `POST /api/v1/tokens`. `expiresInDays`: by the database's clock. */
export const TokenRequest = z.strictObject({
  name: z.string().trim().min(1).max(100),
  scopes: z.array(z.enum(SCOPES)).min(1, "Choose what the token is for.").max(SCOPES.length),
  expiresInDays: z.int().min(1).max(3650).default(365),
});
export type TokenRequest = z.input<typeof TokenRequest>;

/** Body of `POST /api/v1/people`. */
export const InviteRequest = z.strictObject({
  name,
  email,
  role: z.enum(ROLES),
  collections: collections.default([]),
});
export type InviteRequest = z.input<typeof InviteRequest>;

/** A person whose password Waybill itself sets, as on the first start. */
export const PersonRequest = z.strictObject({ ...InviteRequest.shape, password });
export type PersonRequest = z.infer<typeof PersonRequest>;

/** Body of `PUT /api/v1/people/{id}/collections`. */
export const GrantRequest = z.strictObject({ collections });
export type GrantRequest = z.infer<typeof GrantRequest>;

/** Body of `PUT /api/v1/people/{id}/role`. */
export const RoleRequest = z.strictObject({ role: z.enum(ROLES) });
export type RoleRequest = z.infer<typeof RoleRequest>;

/** Body of `POST /api/v1/password-resets`. */
export const ForgottenRequest = z.strictObject({ email });
export type ForgottenRequest = z.infer<typeof ForgottenRequest>;

/** Body of `POST /api/v1/account-links/look-up`. `secret`: the part of a link after `#`. */
export const LinkRequest = z.strictObject({ secret });
export type LinkRequest = z.infer<typeof LinkRequest>;

/** Body of `POST /api/v1/account-links/use`. */
export const LinkUseRequest = z.strictObject({ secret, password, revokeTokens: z.boolean().default(false) });
export type LinkUseRequest = z.input<typeof LinkUseRequest>;

/** Body of `PUT /api/v1/account/password`. */
export const PasswordRequest = z.strictObject({
  currentPassword: z.string().max(PASSWORD_MOST),
  newPassword: password,
  revokeTokens: z.boolean().default(false),
});
export type PasswordRequest = z.input<typeof PasswordRequest>;
