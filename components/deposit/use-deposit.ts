"use client";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import type { CollectionView } from "../../core/contracts/views.ts";
import { collectionsQuery } from "../queries/collections.ts";
import { useUrlFilter } from "../rows/use-url-filter.ts";
import { depositWords, hindrance } from "./deposit.model.ts";
import { type Details, detailErrors, type FieldErrors, filledDetails } from "./details.model.ts";
import { useFiles } from "./use-files.ts";
import { useSending } from "./use-sending.ts";

export type DepositForm = {
  readonly collections: readonly CollectionView[];
  readonly chosen: CollectionView | undefined;
  readonly choose: (slug: string) => void;
  readonly files: ReturnType<typeof useFiles>;
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
};

const NO_DETAILS: Details = {};

/** Asks before the page is left while a file is being sent. */
function useLeaveWarning(busy: boolean): void {
  useEffect(() => {
    if (!busy) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [busy]);
}

/** The collection in the URL, else the only one there is. */
function useCollection() {
  const url = useUrlFilter();
  const all = useQuery(collectionsQuery()).data ?? [];
  const collections = all.filter((collection) => collection.mayDeposit);
  const slug = url.value("collection") ?? (collections.length === 1 ? collections[0]?.slug : undefined);
  return {
    collections,
    chosen: collections.find((collection) => collection.slug === slug),
    choose: (next: string) => url.set({ collection: next }, "replace"),
  };
}

/** Everything the deposit page holds. After a single deposit it leads to the batch's page. */
export function useDeposit(): DepositForm {
  const router = useRouter();
  const where = useCollection();
  const files = useFiles();
  const { busy, send, cancel } = useSending(files.items, files.act);
  const [details, setDetails] = useState(NO_DETAILS);
  useLeaveWarning(busy);

  const { chosen } = where;
  const several = files.items.length > 1;
  const filled = filledDetails(details, several);
  const errors = detailErrors(filled);
  const obstacle = hindrance(files.items, chosen?.slug ?? "", Object.keys(errors).length > 0);

  const deposit = async () => {
    if (!chosen || obstacle !== null) return;
    const [first] = await send(chosen.slug, filled);
    if (first && !several) router.push(`/batches/${first}`);
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
  };
}
