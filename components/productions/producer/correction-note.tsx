import { Callout } from "@/components/ui/callout";
import type { ProductionView } from "@/lib/domain/productions";

/** What a change means once the records are sealed. Nothing before that. */
export const CorrectionNote = ({ production }: { production: Pick<ProductionView, "status" | "package"> }) =>
  production.status === "documented" && production.package ? (
    <Callout title="The records are sealed">
      Changes here are corrections. They aren’t part of the sealed records and the certificate until you seal again.
    </Callout>
  ) : null;
