import type { AttestationGuide } from "@/components/api/reference/hosted-attestation";
import { examplesOf } from "@/lib/api/reference/examples";
import { nodeProgram } from "./attestation-in-node";
import { pythonProgram } from "./attestation-in-python";

const SESSION = {
  contentId: "post-1001",
  contentType: "video",
  contentTitle: "Summer at the lake",
  detectedFaceCount: 1,
  uploaderExternalUserId: "creator-42",
  redirectUrl: "https://platform.example.com/attested",
};

const EVENTS = "upload_session.solo_completed,collab_scene.created,collab_scene.greenlit";

/** The code of the page about hosted attestation, with calls of `baseUrl`. A test runs all of it. */
export function attestationGuide(baseUrl: string): AttestationGuide {
  const sessions = `${baseUrl}/api/v1/upload-sessions`;
  const feed = `${baseUrl}/api/v1/events?${new URLSearchParams({ types: EVENTS })}`;
  return {
    create: examplesOf({ method: "POST", url: sessions, body: SESSION }),
    read: examplesOf({ method: "GET", url: `${sessions}/03f9c2k7v1m4x8q0z5t6b3n1j` }),
    program: {
      ...examplesOf({ method: "GET", url: feed }),
      node: nodeProgram(baseUrl),
      python: pythonProgram(baseUrl),
    },
  };
}
