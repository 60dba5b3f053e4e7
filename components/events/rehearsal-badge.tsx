import { Badge } from "@/components/ui/badge";

/** Beside what was only rehearsed. */
export const RehearsalBadge = ({ shown }: { shown: boolean }) =>
  shown ? <Badge tone="waiting">Rehearsal</Badge> : null;
