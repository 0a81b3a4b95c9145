import {
  Bell,
  BookCheck,
  CircleCheck,
  CircleQuestionMark,
  CircleX,
  Clock,
  Cog,
  Download,
  Hand,
  HardDrive,
  type LucideIcon,
  Mail,
  RefreshCw,
  Ruler,
  Trash2,
} from "lucide-react";
import type { StateIconName } from "./families.model.ts";

const ICONS = {
  clock: Clock,
  hand: Hand,
  ruler: Ruler,
  space: HardDrive,
  download: Download,
  cog: Cog,
  book: BookCheck,
  bell: Bell,
  check: CircleCheck,
  cross: CircleX,
  trash: Trash2,
  mail: Mail,
  refresh: RefreshCw,
  question: CircleQuestionMark,
} as const satisfies Record<StateIconName, LucideIcon>;

/** The icon of a state; always beside its word. */
export function StateIcon({ name, size = 14 }: { name: StateIconName; size?: number }) {
  const Icon = ICONS[name];
  return <Icon aria-hidden size={size} strokeWidth={2} className="shrink-0" />;
}
