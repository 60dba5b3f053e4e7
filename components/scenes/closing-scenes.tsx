import { Callout } from "@/components/ui/callout";
import { counted } from "@/components/ui/format";
import { ButtonLink, TextLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { ClosingScenes as Closing } from "@/lib/domain/scenes";
import { consentText } from "./performer-status";
import { sceneHref, scenesHref } from "./scene-address";

export type ClosingScenesProps = Closing;

/** The scenes that close within three days without all consents, with their clocks. */
export function ClosingScenes({ next, count, isMore }: ClosingScenesProps) {
  const [first] = next;
  if (!first) return null;
  return (
    <Callout
      tone="waiting"
      title={
        <>
          {count === 1 && !isMore
            ? "1 scene closes "
            : `${counted(count, "scene")}${isMore ? " or more" : ""} close soon, the first `}
          <Time at={first.expiresAt} />
        </>
      }
      actions={
        count > next.length ? (
          <ButtonLink size="sm" href={scenesHref({ closes: "3" })}>
            Show scenes
          </ButtonLink>
        ) : undefined
      }
    >
      <p>
        If anyone hasn’t consented by then, a scene is blocked. An owner or admin can resend invitations once a day.
      </p>
      <ul className="mt-2 flex flex-col gap-1">
        {next.map((scene) => (
          <li key={scene.id} className="wrap-anywhere">
            <TextLink href={sceneHref(scene)}>{scene.title}</TextLink>: {consentText(scene)}
            {count > 1 ? (
              <>
                , closes <Time at={scene.expiresAt} />
              </>
            ) : null}
          </li>
        ))}
      </ul>
    </Callout>
  );
}
