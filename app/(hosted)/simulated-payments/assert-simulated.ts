import { notFound } from "next/navigation";
import { payments } from "@/lib/platform/payments/payments";

/** These pages exist only where payments are simulated. */
export function assertSimulated(): void {
  if (payments().name !== "simulated") notFound();
}
