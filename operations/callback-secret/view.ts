import type { CallbackSigningView } from "../../core/contracts/callback-views.ts";
import { maskUrl } from "../../core/manifest/mask-url.ts";
import type { SigningRow } from "../../prisma/store/callback-secret.ts";

/** A collection's callback address, without credentials, and its keys, without their text. */
export function signingView({ slug, name, callbackUrl, secrets }: SigningRow): CallbackSigningView {
  return {
    collection: slug,
    name,
    callbackUrl: callbackUrl === null ? null : maskUrl(callbackUrl),
    secrets: secrets.map(({ id, createdBy, createdAt, retiresAt }) => ({
      id,
      createdBy,
      createdAt: new Date(createdAt).toISOString(),
      retiresAt: retiresAt === null ? null : new Date(retiresAt).toISOString(),
    })),
  };
}
