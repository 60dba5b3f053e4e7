import { openPackage } from "@/lib/domain/productions/packages";
import { evidenceFile } from "../../../../evidence-file";

/** The plain ZIP of a sealed package. */
export const GET = evidenceFile<{ productionId: string; packageId: string }>(openPackage);
