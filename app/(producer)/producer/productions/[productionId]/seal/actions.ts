"use server";

import { redirect } from "next/navigation";
import { action, read } from "@/app/action";
import { outcomeOf, refused, textOf, valuesOf } from "@/app/forms";
import { requireProducer } from "@/app/session";
import { productionHref } from "@/components/productions/producer/production-address";
import type { FormState } from "@/components/ui/form";
import { SignedName } from "@/lib/domain/identity/names";
import { beginSeal } from "@/lib/domain/productions";
import { renewCertificate } from "@/lib/domain/productions/certificates";

/** Certifies the records and starts to seal them. A second press changes nothing: the page then shows the first. */
export const sealAction = action(
  requireProducer,
  [read.id, read.state, read.form],
  async (ctx, productionId, _, form): Promise<FormState> => {
    const act = actIn(form);
    if ("errors" in act) return { ...act, values: valuesOf(form) };
    const begun = await outcomeOf(ctx, (by) => beginSeal(by, { productionId, ...act }));
    if (!begun.ok && (begun.code === "seal_held" || begun.field === "signedName")) {
      return { ...refused(begun), values: valuesOf(form) };
    }
    const page = productionHref({ id: productionId }, "seal");
    // The page shows the changed statement, or why nothing can be sealed now.
    redirect(!begun.ok && begun.code === "statement_changed" ? `${page}?changed` : page);
  },
);

/** Renews the certificate for a year. */
export const renewAction = action(
  requireProducer,
  [read.id, read.state, read.form],
  async (ctx, productionId, _, form): Promise<FormState> => {
    const act = actIn(form);
    if ("errors" in act) return { ...act, values: valuesOf(form) };
    const renewed = await outcomeOf(ctx, (by) => renewCertificate(by, { productionId, ...act }));
    if (!renewed.ok && renewed.field === "signedName") return { ...refused(renewed), values: valuesOf(form) };
    if (!renewed.ok && renewed.code === "statement_changed") {
      redirect(`${productionHref({ id: productionId }, "renew")}?changed`);
    }
    // Another press may have renewed it, which the page shows.
    redirect(`${productionHref({ id: productionId }, "certificate")}${renewed.ok ? "?done=renewed" : ""}`);
  },
);

type Act = { shown: string; signedName: string; addsName: boolean } | { errors: Record<string, string> };

function actIn(form: FormData): Act {
  const name = SignedName.safeParse(textOf(form, "signedName"));
  const errors = {
    ...(form.has("agreed") ? {} : { agreed: "Read the statement and tick this box." }),
    ...(name.success ? {} : { signedName: name.error.issues[0]?.message ?? "Type your full name to sign." }),
  };
  if (!name.success || !form.has("agreed")) return { errors };
  return { shown: textOf(form, "shown"), signedName: name.data, addsName: form.has("addsName") };
}
