import { viewAttestationCopy } from "@/lib/domain/scenes/upload-sessions";
import { evidenceFile } from "../../../evidence-file";

/** The copy of a creator's attestation. */
export const GET = evidenceFile<{ sessionId: string }>(viewAttestationCopy);
