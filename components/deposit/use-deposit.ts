"use client";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import type { CollectionView } from "../../core/contracts/views.ts";
import { collectionsQuery } from "../queries/collections.ts";
import { useUrlFilter } from "../rows/use-url-filter.ts";
import { depositWords, hindrance } from "./deposit.model.ts";
import { useDepositUnderWay } from "./deposit-provider.tsx";
import { type Details, detailErrors, type FieldErrors, filledDetails } from "./details.model.ts";

export type DepositForm = {
  readonly collections: readonly CollectionView[];
  readonly chosen: CollectionView | undefined;
  readonly choose: (slug: string) => void;
  readonly files: ReturnType<typeof useDepositUnderWay>["files"];
  readonly several: boolean;
  readonly details: Details;
  readonly errors: FieldErrors;
  readonly setDetail: (name: string, value: string) => void;
  readonly busy: boolean;
  readonly done: boolean;
  /** Why the deposit cannot be made yet, or null. */
  readonly obstacle: string | null;
  readonly words: string;
  readonly deposit: () => Promise<void>;
  readonly cancel: () => void;
  /** Starts another deposit. */
  readonly again: () => void;
};

/**
 * The collection in the URL, else the one chosen or sent to before, else the only one there is. While files are sent it
 * is the one they are sent to, whatever address the page is opened by.
 */
function useCollection(before: string | undefined, busy: boolean, setCollection: (slug: string) => void) {
  const url = useUrlFilter();
  const all = useQuery(collectionsQuery()).data ?? [];
  const collections = all.filter((collection) => collection.mayDeposit);
  const only = collections.length === 1 ? collections[0]?.slug : undefined;
  const slug = (busy ? before : undefined) ?? url.value("collection") ?? before ?? only;
  return {
    collections,
    chosen: collections.find((collection) => collection.slug === slug),
    choose: (next: string) => {
      setCollection(next);
      url.set({ collection: next }, "replace");
    },
  };
}

/** Everything the deposit page shows. After a single deposit it leads to the batch's page, unless its reader has gone elsewhere. */
export function useDeposit(): DepositForm {
  const router = useRouter();
  const { files, sending, details, setDetails, collection, setCollection, clear } = useDepositUnderWay();
  const { busy, send, cancel } = sending;
  const where = useCollection(collection, busy, setCollection);

  const { chosen } = where;
  const several = files.items.length > 1;
  const filled = filledDetails(details, several);
  const errors = detailErrors(filled);
  const obstacle = hindrance(files.items, chosen?.slug ?? "", Object.keys(errors).length > 0);

  const deposit = async () => {
    if (!chosen || obstacle !== null) return;
    setCollection(chosen.slug);
    const from = window.location.pathname;
    const [first] = await send(chosen.slug, filled);
    if (!first || several || window.location.pathname !== from) return;
    clear();
    router.push(`/batches/${first}`);
  };

  return {
    ...where,
    files,
    several,
    details,
    errors,
    setDetail: (name, value) => setDetails({ ...details, [name]: value }),
    busy,
    done: files.items.length > 0 && files.items.every((item) => item.send.kind === "accepted"),
    obstacle,
    words: depositWords(files.items, chosen?.name ?? ""),
    deposit,
    cancel,
    again: clear,
  };
}
