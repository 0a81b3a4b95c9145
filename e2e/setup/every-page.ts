import type { Page } from "@playwright/test";
import { depositByForm } from "./deposit.ts";
import { SCABBARD } from "./ledger-lanes.ts";
import { PEOPLE, type Product } from "./product.ts";
import { expectStates } from "./states.ts";
import { startTask } from "./tasks.ts";

/** The path of every page the console has, with something to show on each: a deposit called `name` is made for them. */
export async function everyPage(product: Product, admin: Page, name: string): Promise<string[]> {
  const batchId = await depositByForm(admin, `${name}.txt`, `deposited for ${name}`);
  await expectStates(product, batchId, "Completed", ["Completed"]);
  const job = await product.db.job.findFirstOrThrow({ where: { batchId } });
  const object = await product.db.storedObject.findFirstOrThrow({
    where: { versions: { some: { batchId } } },
  });
  const mail = await product.db.outbox.findFirstOrThrow({ where: { batchId, kind: "mail" } });
  const person = await product.db.user.findFirstOrThrow({ where: { email: PEOPLE.operator } });
  const taskId = await startTask(admin, product, "greet", { who: name });
  const lane = `/lanes/${encodeURIComponent(SCABBARD.serviceId)}`;
  return [
    "/",
    "/deposit",
    "/batches",
    `/batches/${batchId}`,
    "/jobs",
    `/jobs/${job.id}`,
    "/objects",
    `/objects/${object.id}`,
    `/objects/${object.id}?show=changes`,
    "/lanes",
    "/lanes/~new",
    lane,
    `${lane}/settings`,
    "/lanes/maps",
    "/callbacks",
    "/callbacks/signing",
    "/checks",
    "/tasks",
    "/tasks/kinds",
    `/tasks/${taskId}`,
    "/sequencer",
    "/mail",
    `/mail/${mail.id}`,
    "/collections",
    "/collections/maps",
    "/collections/~new",
    "/collections/~import",
    "/people",
    `/people/${person.id}`,
    "/audit",
    "/account",
    "/account/tokens",
  ];
}
