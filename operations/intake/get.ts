import { can } from "../../core/access/roles.ts";
import type { IntakeView } from "../../core/contracts/views.ts";
import { findIntakeHold } from "../../prisma/store/hold/hold.ts";
import type { Context } from "../context.ts";
import { holdView } from "../hold/view.ts";

/** Whether the whole intake is held; everyone signed in may know. */
export async function getIntake({ db, actor }: Context): Promise<IntakeView> {
  return { held: holdView(await findIntakeHold(db)), mayHold: can(actor, "hold-intake") };
}
