"use client";

import { Live, RefreshOnChange } from "@/components/live/live";

const LIVE_MS = 1_000;

type SceneWatchProps = { sceneId: string; mark: string };

/** Refreshes a scene's page when a performer decides, or when a platform extends, publishes or removes the scene. */
export function SceneWatch({ sceneId, mark }: SceneWatchProps) {
  return (
    <Live
      route="/api/portal/scenes/mark"
      view={`${sceneId} ${mark}`}
      query={() => new URLSearchParams({ scene: sceneId })}
      initial={{ mark }}
      everyMs={LIVE_MS}
    >
      {({ data }) => <RefreshOnChange rendered={mark} now={data.mark} />}
    </Live>
  );
}
