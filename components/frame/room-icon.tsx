import {
  Archive,
  Boxes,
  FolderTree,
  KeyRound,
  Layers,
  LayoutDashboard,
  ListChecks,
  ListEnd,
  ListOrdered,
  type LucideIcon,
  Mail,
  ScrollText,
  Stethoscope,
  Upload,
  User,
  Users,
  Webhook,
  Workflow,
} from "lucide-react";
import type { RoomIcon as Name } from "./rooms.model.ts";

const ICONS = {
  overview: LayoutDashboard,
  deposit: Upload,
  batches: Layers,
  jobs: ListChecks,
  objects: Boxes,
  collections: FolderTree,
  lanes: ListEnd,
  mail: Mail,
  callbacks: Webhook,
  checks: Stethoscope,
  tasks: Workflow,
  sequencer: ListOrdered,
  tokens: KeyRound,
  people: Users,
  audit: ScrollText,
  account: User,
} as const satisfies Record<Name, LucideIcon>;

/** The icon of a room; always beside its name. */
export function RoomIcon({ name }: { name: Name }) {
  const Icon = ICONS[name];
  return <Icon aria-hidden size={16} className="shrink-0" />;
}

/** Waybill's mark. */
export function Mark({ size = 18 }: { size?: number }) {
  return <Archive aria-hidden size={size} className="shrink-0 text-accent" />;
}
