import { sceneHref } from "@/components/scenes/scene-address";
import { Callout } from "@/components/ui/callout";
import { ButtonLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { UploadSessionView } from "@/lib/domain/scenes/upload-sessions";

/** What the status means for the partner, and what to do next. */
export function NextStep({ session }: { session: UploadSessionView }) {
  const { status, path, scene, expiresAt, attestationUrl } = session;
  if (status === "expired") {
    return (
      <Callout title="Expired: don’t publish">
        The creator didn’t attest within 7 days. To ask again, create a new session.
      </Callout>
    );
  }
  if (status === "pending") {
    return (
      <Callout
        title={
          <>
            Don’t publish yet: the creator must attest. Expires <Time at={expiresAt} />.
          </>
        }
      >
        {attestationUrl
          ? "Send the creator to the attestation link."
          : "Owners, admins and developers see the attestation link. Ask one to send it to the creator."}
      </Callout>
    );
  }
  if (path === "solo") {
    return (
      <Callout tone="done" title="You may publish">
        The creator attested. Their statement is on record.
      </Callout>
    );
  }
  if (scene?.status === "greenlit") {
    return (
      <Callout tone="done" title="You may publish">
        The creator attested, and all performers consented.
      </Callout>
    );
  }
  return (
    <Callout
      title={scene?.status === "pending_signatures" ? "Don’t publish yet: performers must consent" : "Don’t publish"}
      actions={
        scene ? (
          <ButtonLink size="sm" href={sceneHref(scene)}>
            Open scene
          </ButtonLink>
        ) : undefined
      }
    >
      The creator attested. The scene shows who has consented.
    </Callout>
  );
}
