"use client";
import { Search as SearchIcon } from "lucide-react";
import { useRouter } from "next/navigation";
import type { SyntheticEvent } from "react";

/** Goes to the list of batches with what was written; works without script too. */
export function Search() {
  const router = useRouter();
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get("q") ?? "").trim();
    router.push(text ? `/batches?q=${encodeURIComponent(text)}` : "/batches");
  };
  return (
    <search className="hidden sm:block">
      <form action="/batches" onSubmit={submit} className="relative">
        <SearchIcon aria-hidden size={14} className="absolute top-2 left-2 text-muted" />
        <input
          type="search"
          name="q"
          aria-label="Search batches"
          aria-keyshortcuts="/"
          placeholder="Search batches  /"
          maxLength={200}
          data-search=""
          className="h-[30px] w-44 rounded-md border border-line-strong bg-surface pr-2 pl-7 placeholder:text-muted lg:w-60"
        />
      </form>
    </search>
  );
}
