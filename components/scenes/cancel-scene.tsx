import { WebhookNote } from "@/components/events/webhook-note";
import { Button } from "@/components/ui/button";
import { ConfirmAction } from "@/components/ui/confirm-action";
import type { ActionResult } from "@/components/ui/form";
import { counted, moneyText, shortTitle } from "@/components/ui/format";
import type { SceneView } from "@/lib/domain/scenes";

type CancelSceneProps = { scene: SceneView; action: () => Promise<ActionResult> };

/** Cancels a scene that waits for signatures, after explaining what that does. */
export function CancelScene({ scene, action }: CancelSceneProps) {
  return (
    <ConfirmAction
      trigger={<Button>Cancel scene</Button>}
      title={`Cancel “${shortTitle(scene.title)}”?`}
      confirmLabel="Cancel scene"
      dismissLabel="Keep scene"
      success="Scene canceled."
      action={action}
    >
      <CancelConsequences scene={scene} />
    </ConfirmAction>
  );
}

export function CancelConsequences({ scene: { performers, fees } }: Pick<CancelSceneProps, "scene">) {
  const consented = performers.filter(({ status }) => status === "consented").length;
  const pending = performers.filter(({ status }) => status === "pending_consent").length;
  return (
    <>
      <ul className="flex list-disc flex-col gap-2 pl-5">
        <li>It can never be greenlit. Don’t publish it.</li>
        {pending > 0 ? <li>{counted(pending, "performer")} can no longer sign or refuse.</li> : null}
        {consented > 0 ? (
          <li>
            {counted(consented, "performer")} consented. Their signed releases stay on record, and they keep their
            copies.
          </li>
        ) : null}
        {fees ? <li>{feeText(fees)}</li> : null}
        <WebhookNote type="collab_scene.cancelled" />
      </ul>
      <p className="font-medium">This cannot be undone.</p>
    </>
  );
}

function feeText({ totalCents, charged, billedTo }: NonNullable<SceneView["fees"]>): string {
  const total = moneyText(totalCents);
  if (billedTo === "platform_invoice") return `The fees of ${total} stay on your platform invoice.`;
  return charged
    ? `The fees of ${total} aren’t refunded to the uploader.`
    : `The uploader still owes the fees of ${total}.`;
}
