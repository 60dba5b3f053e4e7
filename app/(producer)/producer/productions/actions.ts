"use server";

import { redirect } from "next/navigation";
import { action, read } from "@/app/action";
import { openAfter, outcomeOf, refused, textOf, valuesOf } from "@/app/forms";
import { requireProducer } from "@/app/session";
import { productionHref } from "@/components/productions/producer/production-address";
import type { FormState } from "@/components/ui/form";
import { partnersOfProducer } from "@/lib/domain/parties/producers";
import { addScene, createProduction, editProduction, linkPartner, removeScene } from "@/lib/domain/productions";

const detailsIn = (form: FormData) => ({
  title: textOf(form, "title"),
  productionDate: textOf(form, "productionDate"),
});

/** Creates a production and links the chosen platforms. A form sent twice opens the first one. */
export const createProductionAction = action(
  requireProducer,
  [read.state, read.form],
  async (ctx, _, form): Promise<FormState> => {
    const created = await outcomeOf(ctx, (by) => createProduction(by, { id: textOf(form, "id"), ...detailsIn(form) }));
    if (!created.ok) return { ...refused(created), values: valuesOf(form) };
    const { productionId } = created.value;
    for (const { id: partnerId } of await partnersOfProducer(ctx.actor.producerId)) {
      // A platform that stopped working with the producer meanwhile stays unlinked, which the next page shows.
      if (form.has(`partner.${partnerId}`)) await outcomeOf(ctx, (by) => linkPartner(by, { productionId, partnerId }));
    }
    redirect(productionHref({ id: productionId }));
  },
);

/** Changes the title and the day. */
export const editProductionAction = action(
  requireProducer,
  [read.id, read.state, read.form],
  async (ctx, productionId, _, form): Promise<FormState> => {
    const edited = await outcomeOf(ctx, (by) => editProduction(by, { productionId, ...detailsIn(form) }));
    if (!edited.ok) return { ...refused(edited), values: valuesOf(form) };
    redirect(productionHref({ id: productionId }));
  },
);

/** Links a platform that the producer works with. */
export const linkPartnerAction = action(requireProducer, [read.id, read.id], async (ctx, productionId, partnerId) =>
  openAfter(ctx, (by) => linkPartner(by, { productionId, partnerId }), productionHref({ id: productionId })),
);

const performersOf = (id: string) => productionHref({ id }, "performers");

/** Adds one of the producer's greenlit scenes, with everyone in it. */
export const addSceneAction = action(requireProducer, [read.id, read.id], async (ctx, productionId, sceneId) =>
  openAfter(ctx, (by) => addScene(by, { productionId, sceneId }), performersOf(productionId)),
);

/** Takes a scene out, with everyone in it. */
export const removeSceneAction = action(requireProducer, [read.id, read.id], async (ctx, productionId, sceneId) =>
  openAfter(ctx, (by) => removeScene(by, { productionId, sceneId }), performersOf(productionId)),
);
