"use server";

import { redirect } from "next/navigation";
import { action, read } from "@/app/action";
import { outcomeOf, problemsOf, refused, textOf, timeOf, valuesOf } from "@/app/forms";
import { requireCustodian } from "@/app/session";
import { InspectionInput } from "@/lib/domain/custody/inspection-schemas";
import { enterInspection } from "@/lib/domain/custody/inspections";
import { productionRecordList } from "@/lib/domain/productions/custody";

/** Records an inspection and opens it. */
export const enterInspectionAction = action(requireCustodian, [read.state, read.form], async (ctx, _, form) => {
  const values = valuesOf(form);
  const input = InspectionInput.safeParse({
    agency: textOf(form, "agency"),
    inspector: textOf(form, "inspector"),
    authority: textOf(form, "authority"),
    inspectedAt: timeOf(textOf(form, "inspectedAt")),
    productionIds: textOf(form, "productionIds")
      .split(/[\s,;]+/)
      .filter(Boolean),
    shown: textOf(form, "shown"),
  });
  if (!input.success) return { errors: problemsOf(input.error), values };
  const outcome = await outcomeOf(ctx, (by) => enterInspection(by, { ...input.data, id: textOf(form, "id") }));
  if (!outcome.ok) return { ...refused(outcome), values };
  redirect(`/custodian/inspections/${outcome.value.inspectionId}`);
});

/** The latest productions that a custodian's words find, without what is reserved for another. */
export const findProductionsAction = action(requireCustodian, [read.text], async (ctx, text) => {
  const { rows } = await productionRecordList.read(ctx, { q: text });
  return rows.flatMap((row) =>
    "isReserved" in row ? [] : [{ id: row.id, title: row.title, about: `${row.producerName}, ${row.status}` }],
  );
});
