import { redirect } from "next/navigation";

/** Everybody begins at the batches; for depositors these are their own deposits. */
export default function StartPage(): never {
  redirect("/batches");
}
