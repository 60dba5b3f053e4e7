import { openReleaseCopy } from "@/lib/domain/scenes";
import { evidenceFile } from "../../../../evidence-file";

/** A performer's signed release. */
export const GET = evidenceFile<{ sceneId: string; performerId: string }>(openReleaseCopy);
